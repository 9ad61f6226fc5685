"""One spelling for all that reads the same."""

import pytest

from loopl_desktop.domain.ask_parsing.folding import folded


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("apiKey", "api key"),
        ("API_KEY", "api key"),
        ("APIKey", "api key"),
        ("ＡＰＩ Key", "api key"),
        ("Clé d’API", "cle d'api"),
        ("Schlüssel STRASSE Straße", "schlussel strasse strasse"),
        ("ﾊﾟｽﾜｰﾄﾞ", "パスワード"),
        ("كَلِمَة", "كلمة"),
        ("pass\u200bword", "password"),
        ("pass[U+200B]word", "password"),
        ("pаsswоrd", "password"),
        ("ΡΑSSWΟRD", "password"),
        ("Your PINs", "your pincode"),
        ("P.I.N. of the card", "pincode of the card"),
        ("p. i. n.", "pincode"),
        ("spin", "spin"),
        ("GITHUB_PAT", "github access token"),
        ("Pat's PATH", "pat's path"),
    ],
)
def test_what_reads_the_same_is_folded_into_the_same(text: str, read_as: str) -> None:
    assert folded(text) == read_as
