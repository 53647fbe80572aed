"""`python -m bigand` is the `bigand` command."""

import sys

from bigand.apps.cli import main

sys.exit(main())
