"""Property tests try the same examples every time; `make fuzz` and other seeds are for finding new ones."""

import os

from hypothesis import settings

# A test process has threads of its runner's, which are idle: children are forked, with all that a test has changed.
os.environ.setdefault("BIGAND_CHILDREN", "fork")

settings.register_profile("steady", derandomize=True)
settings.register_profile("searching", max_examples=3000)
settings.load_profile(os.environ.get("BIGAND_HYPOTHESIS", "steady"))
