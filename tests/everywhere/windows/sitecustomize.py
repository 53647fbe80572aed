"""Python as on Windows, as far as that can be had elsewhere: what Windows lacks is taken away at the start.

A start file: Python imports it by its name from the folder that PYTHONPATH says.
"""

import os
import select
import signal
import sys

for _name in ("fork", "forkpty", "killpg", "setsid", "waitid", "WIFEXITED", "sysconf"):
    if hasattr(os, _name):
        delattr(os, _name)
for _name in ("SIGALRM", "SIGHUP", "SIGUSR1", "SIGXFSZ", "setitimer"):
    if hasattr(signal, _name):
        delattr(signal, _name)
for _name in ("resource", "termios", "fcntl", "tty", "pty"):
    sys.modules[_name] = None  # type: ignore[assignment]  # so that importing it fails

_select = select.select


def _sockets_only(*lists):  # type: ignore[no-untyped-def]
    if any([not hasattr(one, "getsockname") for part in lists[:3] for one in part]):
        raise OSError(10038, "an operation was attempted on something that is not a socket")
    return _select(*lists)


select.select = _sockets_only
