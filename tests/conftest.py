"""Property tests try the same examples every time; `make fuzz` and other seeds are for finding new ones."""

import os

from hypothesis import settings

settings.register_profile("steady", derandomize=True)
settings.register_profile("searching", max_examples=3000)
settings.load_profile(os.environ.get("BIGAND_HYPOTHESIS", "steady"))
