"""Whether a question clearly wants a yes or a no: "Do you want a password?" asks for none.

The texts are folded as by `folding.folded`. Only what is clear counts: "Do you have a password?"
and "May I have your password?" are answered with the password as often as with a yes.
"""

import re

_VERBS_OF_HANDLING = (
    r"(?:reset|change|delete|store|save|remember|keep|use|show|hide|rotate|revoke|generate|create"
    r"|remove|update|set)"
)
_FIRST_WORDS = "|".join(
    (
        # en; "have" and "know" ask for the thing itself
        r"(?:do|does|did|is|are|was|were|has|had|must|would you like)"
        r"(?!.* (?:have|got|know|recall|remember|mind|able|possible|tell|say)(?![a-z]))",
        r"have (?:i|you|we|they)(?! (?:a|an|the|your|any|got) )",
        rf"(?:can|may|could) (?:i|we) {_VERBS_OF_HANDLING}",
        # de
        r"(?:willst|wollen|wollt|mochtest|mochten|brauchst|brauchen|braucht|benotigst|benotigen"
        r"|benotigt|ist|sind|war|waren|wird|werden|wurde|muss|mussen|gibt es)"
        r"(?!.* (?:haben|wissen|kennen|sagen|verraten)(?![a-z]))",
        # fr
        r"(?:voulez|souhaitez|desirez|veux|souhaites|desires)-(?:vous|tu)"
        r"|(?:avez-vous|as-tu) besoin|y a-t-il|est-il|doit-on"
        r"|est-ce que(?!.* (?:avez|as|connai\w+|pouvez|peux|savez|sais)(?![a-z]))",
        # es
        r"(?:quiere|desea|necesita)[sn]?|(?:te|le|os|les) gustaria|debe(?:mos|n)?|hay|esta|estan"
        r"|es (?:necesari[oa]|obligatori[oa]|visible|segur[oa]|correct[oa])|(?:has|ha) olvidado",
        # ar
        r"هل (?!لديك|عندك|معك|لك |يمكن|ممكن|تعرف|تتذكر|تستطيع)",
    )
)
_AT_THE_START = re.compile(
    rf"\A\W*(?:(?:so|ok|okay|and|also|now|und|et|y)[,:]? )?(?:{_FIRST_WORDS})(?![a-z])"
)
_WITHIN = re.compile(
    r"(?:使い|使用し|利用し|設定し|作成し|作り|生成し|リセットし|再設定し|変更し|保存し|表示し|削除し"
    r"|更新し|忘れ)ま(?:す|した)か|必要(?:です|でしょう)か|必要か|もいいですか|たいですか|べきですか"
    r"|(?:見え|されてい)ますか"
    r"|是否|要不要|需不需要|是不是|想不想"
)
_CHINESE_PARTICLES = ("吗", "嗎")
_BEFORE_PARTICLE = re.compile(
    r"要|使用|设置|設置|重置|更改|修改|保存|储存|儲存|记住|記住|忘记|忘記|显示|顯示|可见|可見"
    r"|正确|正確|过期|過期|生成|创建|建立|删除|刪除|更新"
)
# What comes beside the yes or no is the thing itself: "Do you want a password, and if so, which?"
_WANTS_MORE = re.compile(
    r"(?<![a-z])(?:what|which|whose|if so|if yes|if not|welche[nrs]?|was|wie|wenn ja|falls ja"
    r"|quel\w*|lequel|laquelle|si oui|cual(?:es)?|si es asi|en caso afirmativo)(?![a-z])"
    r"|何|どの|どれ|什么|什麼|哪|给我|給我|知道|如果|若|ما هي|ما هو"
)
_BOTH_WORDS = re.compile(
    r"(?<![a-z])(?:y|yes|j|ja|o|oui|s|si|はい|是|نعم) ?(?:/|\||or|oder|ou|o|か|或|او) ?"
    r"(?:n|no|nein|non|いいえ|否|不|لا)(?![a-z])[\s)\].?!؟？]*\Z"
)
_MARKS = "?？؟。 \t\n"


def names_both_answers(text: str) -> bool:
    """Whether the text ends with "(yes/no)" or the like."""
    return _BOTH_WORDS.search(text) is not None


def wants_yes_or_no(sentence: str) -> bool:
    """Whether this sentence is a question whose answer is a yes or a no and nothing more."""
    words = sentence.rstrip(_MARKS)
    if _WANTS_MORE.search(words):
        return False
    if words.endswith(_CHINESE_PARTICLES):
        return _BEFORE_PARTICLE.search(words) is not None
    is_question = words.endswith("か") or not {*sentence[len(words) :]}.isdisjoint("?？؟")
    return is_question and (_AT_THE_START.search(words) or _WITHIN.search(words)) is not None
