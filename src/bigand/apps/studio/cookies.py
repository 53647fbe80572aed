"""Parse the `Cookie` header in one pass, whatever it contains."""

_MAX_PAIRS = 500  # a browser keeps fewer cookies for one host


def parse_cookies(header: str) -> dict[str, str]:
    """The cookies of a header by their names.

    Of two cookies with one name the last counts: browsers send the one with the shortest path last, and ours has
    the path `/`. Quotes around a value are dropped; nothing is unescaped, since no cookie of ours needs it.

    >>> parse_cookies('a=1; b="x y"; a=2; nonsense; =3')
    {'a': '2', 'b': 'x y'}
    """
    cookies = {}
    for pair in header.split(";", _MAX_PAIRS)[:_MAX_PAIRS]:
        name, is_pair, value = pair.partition("=")
        name, value = name.strip(" \t"), value.strip(" \t")
        if len(value) >= 2 and value[0] == value[-1] == '"':
            value = value[1:-1]
        if is_pair and name:
            cookies[name] = value
    return cookies
