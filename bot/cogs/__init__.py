"""The commands, one file each: read the options, call, send."""
