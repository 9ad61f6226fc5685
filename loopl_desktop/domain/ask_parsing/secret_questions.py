"""Whether the answer to a question, or the value of a field, is a secret."""

import re

from loopl_desktop.domain.ask_parsing.folding import folded
from loopl_desktop.domain.ask_parsing.secret_words import (
    ABOUT_BEFORE,
    ABOUT_IN_NAME,
    ABOUT_IN_SENTENCE,
    TERM_IN_NAME,
    TERM_IN_SENTENCE,
)
from loopl_desktop.domain.ask_parsing.yes_no_questions import names_both_answers, wants_yes_or_no

_SENTENCE = re.compile(r"[^!?。！？؟\n.]*(?:\.(?!\s)[^!?。！？؟\n.]*)*[!?。！？؟.\n]?")
_QUESTION_MARKS = ("?", "？", "؟")
_BEFORE_WINDOW = 80
_JOINTS_OF_NAMES = str.maketrans("-.", "  ")

# "How long should the password be?" wants no password.
_ASKS_ABOUT = re.compile(
    r"\A\W*(?:how (?:long|many|often|much|big|strong|large|complex|should|do|does|did|can|is|are)"
    r"|where|why|when|whose?|should|shall"
    r"|wie (?:lang|viele|oft|sicher|stark|soll)|woher|wohin|wo|warum|wieso|wann|wer|soll(?:en|te)?"
    r"|combien|ou|pourquoi|quand|qui|dois-je|faut-il"
    r"|cuant[oa]s?|donde|por que|cuando|quien|debo|deberia"
    r"|كم|اين|لماذا|متي|متى|كيف)(?![^\W\d])"
    r"|(?<![a-z])(?:called|named|heissen|llamarse|s'appeler)(?![a-z])"
    r"|どこ|なぜ|いつ|何文字|何桁|いくつ|誰|哪里|哪裡|哪儿|为什么|為什麼|何时|何時|多长|多長|多少|多久|几位|幾位|谁"
)
# "Where is the password? Paste it here." does.
_TELLS_TO_GIVE = re.compile(
    r"(?<![a-z])(?:enter|type|paste|provide|give|supply|input|share|tell|send|insert|fill"
    r"|(?<!do you )(?<!do we )(?<!do i )need"
    r"|eingeben|gib|geben|eintragen|nenn\w*|einfug\w*|tipp\w*"
    r"|saisi\w*|entre[rz]|fourni\w*|donne[rz]|colle[rz]|indique[rz]"
    r"|introdu\w+|ingres\w+|escrib\w+|proporcion\w+|pegu?\w+|indi(?:que|ca)\w*)(?![a-z])"
    r"|入力|貼り付け|教えて|記入|输入|輸入|提供|粘贴|填写|告诉|ادخ|اكتب|الصق|زود|قدم"
)
_POINTS_BACK = re.compile(
    r"(?<![a-z])(?:it|one|this|that|them|these|those|here|es|ihn|sie|das|diese[nrs]?|hier"
    r"|celui|celle|ca|cela|ici|lo|este|esta|aqui)(?![a-z])"
    r"|それ|これ|ここ|そちら|こちら|它|这|這|那|该|其|هذا|هذه|هنا|ذلك|تلك"
)


def names_secret(name: str) -> bool:
    """Whether a field with this name or label holds a secret."""
    words = folded(name).translate(_JOINTS_OF_NAMES)
    return _names_one(words, TERM_IN_NAME, ABOUT_IN_NAME)


def asks_for_secret(question: str) -> bool:
    """Whether the answer to this question is a secret. In doubt it is."""
    text = folded(question)
    if TERM_IN_SENTENCE.search(text) is None:
        return False
    sentences = _that_ask(_SENTENCE.findall(text))
    if _TELLS_TO_GIVE.search(text) is None:
        sentences = [] if names_both_answers(text) else _without_questions_about(sentences)
    return any(_names_one(one, TERM_IN_SENTENCE, ABOUT_IN_SENTENCE) for one in sentences)


def _without_questions_about(sentences: list[str]) -> list[str]:
    """The sentences without those that ask something about a secret.

    A yes or no is the answer only where nothing follows: "Do you want a password? Which one?"
    """
    if wants_yes_or_no(sentences[-1]):
        sentences = sentences[:-1]
    return [sentence for sentence in sentences if _ASKS_ABOUT.search(sentence) is None]


def _that_ask(sentences: list[str]) -> list[str]:
    """The sentences to be judged.

    A text that ends with a question of its own is judged by what it asks: "You can reset your
    password later. What is your name?" Any other is judged as a whole, for the last sentence may
    only point back: "The server wants a password. Can you type it?"
    """
    sentences = [sentence for sentence in sentences if sentence.strip()]
    last = sentences[-1].strip()
    on_its_own = last.endswith(_QUESTION_MARKS) and not (
        _TELLS_TO_GIVE.search(last) or _POINTS_BACK.search(last)
    )
    if not on_its_own:
        return sentences
    return [
        sentence
        for sentence in sentences
        if sentence.strip().endswith(_QUESTION_MARKS) or _TELLS_TO_GIVE.search(sentence)
    ]


def _names_one(text: str, term: re.Pattern[str], about: re.Pattern[str]) -> bool:
    """Whether the text names a secret itself, not only something about one."""
    return any(
        about.match(text, found.end()) is None
        and ABOUT_BEFORE.search(text, max(0, found.start() - _BEFORE_WINDOW), found.start()) is None
        for found in term.finditer(text)
    )
