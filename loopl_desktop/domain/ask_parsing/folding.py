"""Writes a text as the lists of secret words have it.

Small letters, no accents, no Arabic vowel signs, nothing invisible, and Latin letters for those of
other scripts that look the same: who reads "pаssword" does not see that its `а` is Cyrillic.
"""

import re
import unicodedata

# The languages of the app use neither Cyrillic nor Greek, so nothing is lost by the exchange.
_LOOK_ALIKES = (
    str.maketrans("авеікмнорстухѕјһԁԛԝѵӏ", "abeikmhopctyxsjhdqwvl")
    | str.maketrans("АВЕІКМНОРСТУХЅЈ", "ABEIKMHOPCTYXSJ")
    | str.maketrans("αεικνορτυχ", "aeikvoptux")
    | str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX")
    | str.maketrans("ıɡɑ’", "iga'")
)
_ACCENTS = "\u0300-\u036f\u064b-\u065f\u0670\u0640"
_INVISIBLE = "\u00ad\u061c\u200b-\u200f\u2060-\u2064\ufeff"
_NOT_READ = re.compile(f"[{_ACCENTS}{_INVISIBLE}]")
_SHOWN_MARKS = re.compile(r"\[U\+[0-9A-F]{4,6}\]")
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
# In small letters these are other words.
_CAPITAL_PIN = re.compile(r"(?<![A-Za-z])(?:PINs?(?![A-Za-z])|[Pp]\. ?[Ii]\. ?[Nn](?![A-Za-z])\.?)")
_CAPITAL_PAT = re.compile(r"(?<![A-Za-z])PATs?(?![A-Za-z])")


def folded(text: str) -> str:
    """A text as the lists have it: `apiKey`, `API_KEY` and `ＡＰＩ Key` are all `api key`."""
    text = _SHOWN_MARKS.sub("", text)  # what cleaning for display put for a hidden character
    if not text.isascii():
        letters = _NOT_READ.sub("", unicodedata.normalize("NFKD", text))
        text = unicodedata.normalize("NFC", letters).translate(_LOOK_ALIKES)
    text = _CAPITAL_PAT.sub("access token", _CAPITAL_PIN.sub("pincode", text))
    return _HUMPS.sub(" ", text).casefold().replace("_", " ")
