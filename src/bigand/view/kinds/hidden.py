"""Nothing: predicates that a file needs and nobody wants to see, such as how far a search has come.

They are left out of pictures and of what is listed; for programs (`--json`) they are there as all others.
"""

from bigand.view.kinds import Kind
from bigand.view.layers import Layer


class Hidden(Kind):
    """No picture."""

    is_hidden = True

    def is_pictured(self, _layer: Layer) -> bool:
        return False

    def fits(self, _layer: Layer) -> bool:
        return True


KIND = Hidden()
