"""A yes or a no, or perhaps the thing itself: in doubt it is the thing."""

import pytest

from loopl_desktop.domain.ask_parsing.folding import folded
from loopl_desktop.domain.ask_parsing.yes_no_questions import names_both_answers, wants_yes_or_no

CLEAR = """
    Do you want a password?
    Is the password field visible?
    Have you changed it?
    May we store the key?
    Ist das Passwort sichtbar?
    Voulez-vous un mot de passe ?
    ¿Quiere una contraseña?
    パスワードを使いますか。
    是否需要密码？
    你要密码吗
    هل تريد كلمة مرور؟
"""
IN_DOUBT = """
    Do you want a password
    Do you have a password?
    Have you a password?
    Do you want a password, and if so, which?
    May I have the password?
    Hast du ein Passwort?
    Est-ce que vous connaissez le mot de passe ?
    ¿Tiene la contraseña?
    パスワードはありますか？
    你有密码吗？
    你知道要用的密码吗？
    هل لديك كلمة مرور؟
    What is the password?
"""


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


@pytest.mark.parametrize("question", lines(CLEAR))
def test_a_yes_or_no_is_seen_where_it_is_clear(question: str) -> None:
    assert wants_yes_or_no(folded(question))


@pytest.mark.parametrize("question", lines(IN_DOUBT))
def test_in_doubt_more_than_a_yes_or_no_is_wanted(question: str) -> None:
    assert not wants_yes_or_no(folded(question))


@pytest.mark.parametrize(
    "text", ["Reset? (yes/no)", "Reset? [y/N]", "Neu? (Ja oder Nein)", "Sí o no?", "はい/いいえ"]
)
def test_two_answers_at_the_end_are_seen(text: str) -> None:
    assert names_both_answers(folded(text))


@pytest.mark.parametrize("text", ["yes/no, and then?", "Monday or not", "Reset?"])
def test_other_ends_name_no_two_answers(text: str) -> None:
    assert not names_both_answers(folded(text))
