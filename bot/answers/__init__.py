"""Questions in, answers out: no Discord and no terminal in here."""
