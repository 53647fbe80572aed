"""Complaints that several stages make; those of one stage stand beside their checks."""
