"""All messages of a language but those of diagnostics."""

from bigand.messages.lookup import Area, Language, messages_of


def command_messages(language: Language) -> dict[str, str]:
    """What commands, puzzles and the studio's server say; no key is in two areas."""
    messages: dict[str, str] = {}
    for area in Area:
        if area not in (Area.DIAGNOSTICS, Area.SHARED):
            assert not messages.keys() & messages_of(area, language).keys()
            messages |= messages_of(area, language)
    return messages
