"""Rendering: from facts to what Discord shows. Nothing in here waits, sends or looks anything up."""
