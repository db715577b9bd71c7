"""The command `judgecall`: the same answers as Discord's, for people and for programs."""
