"""The words for secrets, in the languages of the app.

All words stand here folded as by `folded`: small letters, no accents, no Arabic vowel signs. They
are pieces of regular expressions. Hiding too much costs a click, showing too little leaks, so the
lists of secrets are wide and the lists of exceptions are narrow: an exception is about a secret
(its length, its page, its name), never the secret itself.
"""

import re
import unicodedata

# Found inside longer words too: compounds (Datenbankpasswort, dbpassword), scripts without blanks
# between words, and Arabic, which writes "and", "the" and "with" onto the word.
_ANYWHERE = {
    "en": r"pass[ -]?(?:word|phrase|code|key)|passwd|api[ -]?(?:keys?|tokens?)"
    r"|(?:auth|access|refresh)token|clientsecret|(?:secret|private|access)key",
    "de": r"passwort|kennwort|losungswort|geheimzahl|geheimnis|zugangsdaten"
    r"|(?:api|zugriffs|zugangs|privat)[ -]?schlue?ssel",
    "fr": r"mots? de passe|motdepasse",
    "es": r"contrasenas?",
    "ja": r"パスワード|パスフレーズ|パスコード|暗証番号|秘密鍵|秘密キー|シークレット|トークン"
    r"|apiキー|アクセスキー|認証コード|確認コード|認証情報|資格情報|ワンタイムコード"
    r"|セキュリティコード",
    "ar": r"كلم[هة] ?(?:ال)?(?:مرور|سر)|عبار[هة] (?:ال)?مرور"
    r"|(?:رقم|رمز|مفتاح) ?(?:ال)?(?:سري|خاص)"
    r"|رمز (?:ال)?(?:مرور|دخول|تحقق|وصول|امان|pin)"
    r"|مفتاح (?:ال)?(?:api|واجه)|توكن|بيانات (?:ال)?(?:اعتماد|دخول)"
    r"|رقم التعريف الشخصي",
    "zh": r"密码|密碼|口令|密钥|密鑰|秘钥|私钥|私鑰|令牌|api钥匙|验证码|驗證碼|动态码|凭据|凭证"
    r"|憑證|助记词|助記詞|通行码|通行碼|安全码|安全碼",
}

# Found as whole words only.
_KEY_OWNERS = (
    r"api|access|private|secret|encryption|decryption|signing|deploy|auth|authentication|shared"
    r"|master|service|account|recovery|session|ssh|pgp|gpg|aes|hmac|wi-?fi|wpa|security|open ?ai"
    r"|anthropic|stripe|git ?hub|git ?lab|mistral|gemini|azure|aws|hugging ?face"
)
_CODE_OWNERS = (
    r"verification|security|one[ -]?time|2fa|two[ -]factor|mfa|auth|authentication|authenticator"
    r"|login|log[ -]in|sign[ -]in|recovery|backup|reset|sms|access|pin"
)
_WORDS = {
    "en": rf"(?:{_KEY_OWNERS})[ -](?:keys?|tokens?)|(?:{_CODE_OWNERS})[ -]codes?"
    r"|(?:seed|recovery|mnemonic) phrase|pre[ -]?shared key|psk|secret|token|otp|totp|cvv2?|cvc2?"
    r"|pwd|psw|pw|jwt|credentials?|pincode",
    "de": r"(?:geheime[rn]?|private[rn]?) schlue?ssel|(?:sicherheits|bestatigungs|zugangs)code|tan",
    "fr": r"cles? (?:api|d'api|secretes?|privees?|d'acces|de chiffrement)|jeton|cryptogramme"
    r"|phrase (?:secrete|de passe)|code (?:secret|confidentiel|de verification|de securite)"
    r"|identifiants de connexion",
    "es": r"claves? (?:api|de api|secretas?|privadas?|de acceso|de cifrado|de seguridad)"
    r"|(?:su|tu|mi) clave|frase (?:secreta|de paso)|secreto|credencial(?:es)?"
    r"|codigo (?:secreto|de seguridad|de verificacion|de acceso)",
}

# A pin is also a needle: as a name or label it counts, in a sentence only where a number is meant.
_PIN_AS_NAME = (
    r"pin|\A *pass *\Z"
    r"|(?:user|db|database|smtp|imap|mail|admin|root|ftp|ssh|login|sudo|proxy) pass"
)
_PIN_IN_SENTENCE = (
    r"pin[ -]?(?:number|nummer)|code pin|codigo pin|pin(?= *[?:.]? *\Z)"
    r"|(?:your|my|new|current|card|bank|sim|enter|digit|ihre|deine|meine|votre|ton|mon|su|tu|mi)"
    r" pin"
)

# What is asked for is something about the secret. After the word:
_NOUNS_AFTER = (
    r"reset|page|screen|polic(?:y|ies)|rules?|length|limits?|count|budget|usage|managers?|files?"
    r"|paths?|locations?|names?|types?|formats?|strength|hints?|expiry|expiration|lifetime|ttl"
    r"|rotation|dialog|labels?|column|table|parameters?|variables?|headers?|urls?|uris?|endpoints?"
    r"|provider|storage|store|vault|algorithm|hashing|generator|size|window|price|cost|symbol"
    r"|address|amount|contract|ticker|supply|based|protected|protection|less|requirements?"
    r"|attempts?|owner|scopes?|feature|flow|links?|validation|validator|checker|santa|recipe"
    r"|ingredient|environment|per|change date"
)
_NOUNS_AFTER_IN_SENTENCE = r"fields?|forms?|prompts?|inputs?|box|sections?|messages?|emails?|tests?"
_STEMS_AFTER = {
    "de": r"lange|richtlinie|regel|manager|feld|seite|hinweis|starke|zurucksetz|rucksetz|ablauf"
    r"|generator|schutz|typ|datei|name|speicher|tresor|los",
    "ja": r"の?(?:リセット|再設定|ポリシー|長さ|文字数|桁数|強度|ページ|画面|ルール|管理|マネージャ"
    r"|名前|名称|数|上限|制限|種類|形式|有効期限|ヒント|欄|フィールド|ファイル|要件)",
    "zh": r"的?(?:重置|策略|长度|長度|强度|強度|页面|頁面|规则|規則|管理器|名称|名稱|名字|数量|數量"
    r"|上限|限制|类型|類型|格式|有效期|提示|学|學|字段|文件|路径|路徑|位数|位數|过期|過期|要求|政策)",
}
# Before the word, with "of the" and the like between:
_NOUNS_BEFORE = {
    "en": r"(?:names?|titles?|descriptions?|labels?|paths?|locations?|length|types?|kind|number"
    r"|purpose|owner|scopes?|lifetime|expiry|files?|page|format) (?:of|for|to|with|containing)"
    r" (?:(?:the|your|a|an|this|that|each|my|our|new) )?(?:[a-z]+ )?",
    "de": r"(?:lange|name|namen|seite|richtlinie|regeln?|anzahl|typ|art|datei|pfad|feld|ablauf)"
    r"(?: \S+){0,2} (?:des|der|fur das|fur den|zum|vom) [a-z]*",
    "fr and es": r"(?:page|politique|longueur|nom|duree|format|champ|regles?|gestionnaire|fichier"
    r"|chemin|nombre|type|libelle|formulaire|strategie|longitud|pagina|politica|formato|campo"
    r"|gestor|archivo|ruta|tipo|duracion)(?: [a-z']+){0,2}"
    r" (?:de la |de l'|de |del |des |du |d'|pour le |pour la |para la )"
    r"(?:votre |ton |su |tu )?",
    "ar": r"(?:طول|اسم|صفح[هة]|سياس[هة]|حقل|عدد|نوع|ملف|مسار) (?:\S+ ){0,2}",
}

_ACCENTS = re.compile("[\u0300-\u036f\u064b-\u065f\u0670\u0640]")
_INVISIBLE = re.compile("[\u00ad\u061c\u200b-\u200f\u2060-\u2064\ufeff]")
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SHOWN_MARKS = re.compile(r"\[U\+[0-9A-F]{4,6}\]")
_CAPITAL_PIN = re.compile(r"(?<![A-Za-z])PINs?(?![A-Za-z])")


def folded(text: str) -> str:
    """A text as the lists have it: `apiKey`, `API_KEY` and `ＡＰＩ Key` are all `api key`."""
    text = _SHOWN_MARKS.sub("", text)  # what cleaning for display put for a hidden character
    if not text.isascii():
        text = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).replace("’", "'")
    text = _HUMPS.sub(" ", _CAPITAL_PIN.sub("pincode", text)).casefold().replace("_", " ")
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", _ACCENTS.sub("", decomposed))


def _terms(pin: str) -> re.Pattern[str]:
    words = "|".join((*_WORDS.values(), pin))
    return re.compile(f"{'|'.join(_ANYWHERE.values())}|(?<![a-z])(?:{words})(?![a-z])")


def _after(nouns: str) -> re.Pattern[str]:
    return re.compile(rf"(?:'s)?[ -]?(?:(?:{nouns})(?![a-z])|{'|'.join(_STEMS_AFTER.values())})")


TERM_IN_NAME, TERM_IN_SENTENCE = _terms(_PIN_AS_NAME), _terms(_PIN_IN_SENTENCE)
ABOUT_IN_NAME = _after(_NOUNS_AFTER)
ABOUT_IN_SENTENCE = _after(f"{_NOUNS_AFTER}|{_NOUNS_AFTER_IN_SENTENCE}")
ABOUT_BEFORE = re.compile(rf"(?<![^\W\d])(?:{'|'.join(_NOUNS_BEFORE.values())})\Z")
