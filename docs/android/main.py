"""Where Android begins: says where games are kept and which language is spoken, then opens the app.

May import: companion.app, companion.games, companion.web, companion.words; jnius, which python-for-android
brings along.
"""

import os


def language() -> str:
    """The tablet's own language."""
    try:
        from jnius import autoclass
    except ImportError:  # tried on a desktop computer
        spoken = os.environ.get("LANG", "")
    else:
        spoken = autoclass("java.util.Locale").getDefault().getLanguage()
    return words.language({"LANG": spoken})


if "ANDROID_PRIVATE" in os.environ:  # the one folder that is the app's own
    os.environ.setdefault("XDG_DATA_HOME", os.environ["ANDROID_PRIVATE"])

from companion import games, words  # noqa: E402  after the folder is known
from companion.app import main  # noqa: E402


def invite(evening, known):
    """Phones at the tablet's evening; its libraries are read when somebody asks for it."""
    from companion.web import Phones

    return Phones.open(evening, known, tablet=True)


main(language(), games.GAMES, invite)
