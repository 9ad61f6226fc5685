"""The words for secrets, in the languages of the app.

All words stand here folded as by `folding.folded`: small letters, no accents, no Arabic vowel
signs. They are pieces of regular expressions. Hiding too much costs a click, showing too little
leaks, so the lists of secrets are wide and the lists of exceptions are narrow: an exception is
about a secret (its length, its page, its name), never the secret itself.
"""

import re

# Found inside longer words too: compounds (Datenbankpasswort, dbpassword), scripts without blanks
# between words, and Arabic, which writes "and", "the" and "with" onto the word.
_ANYWHERE = {
    "en": r"pass[ -]?(?:word|phrase|code|key)|passwd|api[ -]?(?:keys?|tokens?)"
    r"|(?:auth|access|refresh)token|clientsecret|(?:secret|private|access)key|(?:user|db)pass"
    r"(?![a-z])",
    "de": r"passwo(?:rt|erter)|kennwo(?:rt|erter)|losungswort|geheimnis(?!vol|krame|trage)"
    r"|geheim[ -]?(?:wort|woerter|zahl|code|nummer|phrase|schlue?ssel)|zugangsdaten"
    r"|(?:api|zugriffs|zugangs|privat)[ -]?schlue?ssel"
    r"|(?:api|zugriffs|zugangs|sitzungs|sicherheits)[ -]?token",
    "fr": r"mots? de passe|motdepasse",
    "es": r"contrasenas?",
    "ja": r"パスワード|パスフレーズ|パスコード|暗証番号|秘密鍵|秘密キー|シークレット|トークン"
    r"|apiキー|アクセスキー|認証コード|確認コード|認証情報|資格情報|ワンタイムコード"
    r"|セキュリティコード|秘密|合い?言葉",
    "ar": r"كلم(?:[هة]|ات) ?(?:ال)?(?:مرور|سر)|عبار[هة] (?:ال)?(?:مرور|سر)"
    r"|(?:رقم|رمز|مفتاح)(?:ك|كم|ي)? ?(?:ال)?(?:سري|خاص)"
    r"|رمز(?:ك|كم|ي)? (?:ال)?(?:مرور|دخول|تحقق|وصول|امان|مميز|pin)|رموز (?:ال)?مميز"
    r"|(?<!\w)و?(?:ال|لل|بال)?(?:سر(?:ك|كم|ي|ه|نا)?|اسرار(?:ك|كم|ي|نا)?)(?!\w)"
    r"|مفتاح (?:ال)?(?:api|واجه)|توكن|بيانات (?:ال)?(?:اعتماد|دخول)"
    r"|رقم التعريف الشخصي",
    "zh": r"密码|密碼|口令|密钥|密鑰|秘钥|私钥|私鑰|令牌|api钥匙|验证码|驗證碼|动态码|凭据|凭证"
    r"|憑證|助记词|助記詞|通行码|通行碼|安全码|安全碼|秘密|机密|機密|密语|密語|密匙"
    r"|个人识别码|個人識別碼|通行短语|通行短語",
}

# Found as whole words only.
_KEY_OWNERS = (
    r"api|access|private|secret|encryption|decryption|signing|deploy|auth|authentication|shared"
    r"|master|service|account|recovery|session|ssh|pgp|gpg|aes|hmac|wi[ -]?fi|wpa|security|open ?ai"
    r"|anthropic|stripe|git ?hub|git ?lab|mistral|gemini|azure|aws|hugging ?face"
)
_CODE_OWNERS = (
    r"verification|security|one[ -]?time|2 ?fa|tfa|two[ -]factor|mfa|auth|authentication"
    r"|authenticator|login|log[ -]in|sign[ -]in|recovery|backup|reset|sms|access|pin"
)
# A "clave" is also a key of a database, of music, or of success.
_OTHER_CLAVES = (
    r"(?! (?:primarias?|foraneas?|publicas?|ajenas?|externas?|unicas?|valor|de sol|de fa"
    r"|del exito|para el exito)(?![a-z]))"
)
_CLAVE_ALONE = (
    r"\A\W*(?:(?:la|las|una|nueva|confirmar|confirme|confirma|repetir|repita|repite) ){0,3}claves?"
    r"(?: (?:nueva|actual|anterior|personal|(?:del? |de la )?(?:usuario|servidor|cliente|correo"
    r"|wi[ -]?fi|router|red|cuenta|banco|tarjeta)))?(?=\W*(?:\(.*)?\Z)"
)
_ASKED_FOR = (
    r"(?:es|sera|escrib\w{1,3}|introdu\w{1,4}|ingres\w{1,3}|digit\w{1,3}|teclee|teclea|dame|deme"
    r"|indi(?:ca|que)\w?)"
)
_WORDS = {
    "en": rf"(?:{_KEY_OWNERS})[ -](?:keys?|tokens?)|(?:{_CODE_OWNERS})[ -]codes?"
    r"|(?:seed|recovery|mnemonic) phrase|pre[ -]?shared key|psk|secrets?|token|otps?|totp|cvv2?"
    r"|cvc2?|pwd|psw|pw|jwt|credentials?|pin ?codes?|pin[ -]?numbers?"
    r"|(?:git ?hub|git ?lab|azure|jira|bitbucket)[ -]pats?",
    "de": r"private[rn]? schlue?ssel|(?:sicherheits|bestatigungs|zugangs)codes?|tan"
    r"|geheim|geheime[nrs]? (?:schlue?ssel|wort|zahl|code|nummer|phrase)"
    r"|pin[ -]?(?:codes?|nummern?|zahl)",
    "fr": r"cles? (?:api|d'api|secretes?|privees?|d'acces|de chiffrement)|jeton|cryptogramme|mdp"
    r"|jetons d'(?:acces|api|authentification)|phrases? (?:secretes?|de passe)"
    r"|codes? (?:secrets?|confidentiels?|de verification|de securite|d'acces|pin|2 ?fa|sms)"
    r"|mots? secrets?|identifiants de connexion",
    "es": rf"claves? (?:api|de api|secretas?|privadas?|de acceso|de cifrado|de seguridad)"
    rf"|(?:su|tu|mi) claves?{_OTHER_CLAVES}|frases? (?:secretas?|de paso)|secretos?"
    r"|credencial(?:es)?|fichas? de acceso|palabras? secretas?"
    r"|codigos? (?:secretos?|de seguridad|de verificacion|de acceso|pin|2 ?fa|sms)"
    rf"|{_CLAVE_ALONE}|{_ASKED_FOR} (?:la|las|una) (?:nueva )?claves?{_OTHER_CLAVES}",
}

# A pin is also a needle: as a name or label it counts, in a sentence only where a number is meant.
_OF_AN_OWNER = (
    r"(?:user|db|database|mysql|postgres|pg|redis|mongo|ldap|smtp|imap|e?mail|admin|root|ftp|ssh"
    r"|login|sudo|proxy|vpn|wi[ -]?fi|account|keystore|benutzer)[ -]pass"
)
_PIN_AS_NAME = rf"pin|\A *pass *\Z|{_OF_AN_OWNER}"
_PIN_IN_SENTENCE = (
    rf"pin(?= *[?:.]? *\Z)|{_OF_AN_OWNER}(?= *[?:.]? *\Z)"
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
    r"|attempts?|owner|rings?|scopes?|feature|flow|links?|validation|validator|checker|santa|recipe"
    r"|ingredient|environment|per|change date"
)
_NOUNS_AFTER_IN_SENTENCE = r"fields?|forms?|prompts?|inputs?|box|sections?|messages?|emails?|tests?"
_STEMS_AFTER = {
    "de": r"lange|richtlinie|regel|manager|feld|seite|hinweis|starke|zurucksetz|rucksetz|ablauf"
    r"|generator|schutz|typ|datei|name|speicher|tresor|los",
    "ja": r"の?(?:リセット|再設定|ポリシー|長さ|文字数|桁数|強度|ページ|画面|ルール|管理|マネージャ"
    r"|名前|名称|数|上限|制限|種類|形式|有効期限|ヒント|欄|フィールド|ファイル|要件|保持|基地|結社)",
    "zh": r"的?(?:重置|策略|长度|長度|强度|強度|页面|頁面|规则|規則|管理器|名称|名稱|名字|数量|數量"
    r"|上限|限制|类型|類型|格式|有效期|提示|学|學|字段|文件|路径|路徑|位数|位數|过期|過期|要求|政策|级别|級別|等级|等級|花园|花園|基地)",
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


def _terms(pin: str) -> re.Pattern[str]:
    words = "|".join((*_WORDS.values(), pin))
    return re.compile(f"{'|'.join(_ANYWHERE.values())}|(?<![a-z])(?:{words})(?![a-z])")


def _after(nouns: str) -> re.Pattern[str]:
    return re.compile(rf"(?:'s)?[ -]?(?:(?:{nouns})(?![a-z])|{'|'.join(_STEMS_AFTER.values())})")


TERM_IN_NAME, TERM_IN_SENTENCE = _terms(_PIN_AS_NAME), _terms(_PIN_IN_SENTENCE)
ABOUT_IN_NAME = _after(_NOUNS_AFTER)
ABOUT_IN_SENTENCE = _after(f"{_NOUNS_AFTER}|{_NOUNS_AFTER_IN_SENTENCE}")
ABOUT_BEFORE = re.compile(rf"(?<![^\W\d])(?:{'|'.join(_NOUNS_BEFORE.values())})\Z")
