"""`python -m bigand` is the `bigand` command."""

import sys

from bigand.cli import main

sys.exit(main())
