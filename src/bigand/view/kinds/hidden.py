"""Hidden predicates: a file needs them but they are not worth showing, such as the progress of a search.

They are left out of pictures and lists; the output for programs (`--json`) has them like all others.
"""

from bigand.view.kinds import Kind
from bigand.view.layers import Layer


class Hidden(Kind):
    """Hides its predicates."""

    is_hidden = True

    def has_picture(self, _layer: Layer) -> bool:
        return False

    def fits(self, _layer: Layer) -> bool:
        return True


KIND = Hidden()
