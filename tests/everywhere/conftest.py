"""The start file of the simulated Windows is for the processes that the tests start, never for this one."""

collect_ignore = ["windows"]
