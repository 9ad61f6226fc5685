"""Names and questions that ask for a secret, in the languages of the app, and those that do not."""

import time

import pytest

from loopl_desktop.domain.ask_parsing.secret_questions import asks_for_secret, names_secret

ASKING = {
    "en": """
        Enter your API key
        Sudo password?
        What is your password?
        Paste the token
        GitHub token:
        Password for bob@host?
        Please provide the database password
        Do you have an API key?
        What is the PIN of your SIM card?
        Enter your pin
        What is the pin?
        PIN
        What should the password be?
        Change your password to:
        The server asked for a password. Type it here.
        The server wants a password. Can you type it?
        We need the admin password. Can you enter it?
        Where is the password? Paste it.
        Enter the password reset code
        Password reset token
        What is your OpenAI key?
        What's the secret?
        Enter credentials for the proxy
        What is the verification code we texted you?
        Username and password?
        Enter the user name for login and your password
        GITHUB_TOKEN
        Value for `STRIPE_SECRET_KEY`:
        What passphrase protects the key?
        Enter password (min 8 characters)
        SSH private key?
        Enter the CVV
        Enter token from https://example.com/token-page
        Please log in. Password:
        ＡＰＩ　ｋｅｙ?
        pass\u200bword?
        pass[U+200B]word?
        pаssword?
        Enter your pаsswοrd
        Enter tоken
        АРІ key?
        What is your ΡΙΝ?
        Enter your P.I.N.
        P.I.N.?
        Enter the 2FA code
        Enter your two-factor code
        Paste your PAT
        PAT?
        Enter a personal access token
        user_pass
        What is your user-pass?
        Do you know the password?
        Do you want a password? Leave it empty for none.
        Do you want a password, and if so, which?
        Do you want a password? Which one?
        What is your password? Do you want to keep it?
        Would you like to enter a password?
        Do you need to type a password?
        I need your password.
        May I have your password?
        Secrets?
    """,
    "de": """
        Passwort?
        Wie lautet das Passwort?
        Bitte gib dein Datenbankpasswort ein
        Wie lautet Ihr Kennwort für den Server?
        API-Schlüssel eingeben
        Geheimzahl?
        Zugangsdaten:
        Zugriffstoken?
        Bitte das Zugriffs-Token eingeben
        Wie heißt dein Geheimwort?
        Wie lautet der geheime Code?
        Wie lautet der PIN-Code?
        PIN-Nummer?
        Was ist geheim?
        Hast du ein Passwort?
        Willst du ein Passwort eingeben?
        Willst du ein Passwort, und wenn ja, welches?
    """,
    "fr": """
        Quel est votre mot de passe ?
        Saisissez la clé API
        Clé d’API ?
        Entrez le jeton d'accès
        Nom d'utilisateur et mot de passe ?
        Quelle est la clé secrète ?
        Code secret ?
        Entrez votre code secret
        Quelle est votre phrase secrète ?
        Mot secret ?
        Code 2FA ?
        Code PIN ?
        mdp ?
        Voulez-vous entrer un mot de passe ?
        Est-ce que vous avez le mot de passe ?
    """,
    "es": """
        ¿Cuál es tu contraseña?
        Introduzca su clave
        Clave API:
        Introduce el token
        Contrasena del servidor
        ¿Clave?
        Escribe la clave
        ¿Cuál es la clave?
        ¿Cuál es la clave de acceso?
        Ficha de acceso
        Introduce la clave secreta
        Código PIN
        ¿Cuál es tu palabra secreta?
        ¿Tiene usted la contraseña?
    """,
    "ja": """
        パスワードを入力してください
        パスワードは？
        APIキーを教えてください
        ﾊﾟｽﾜｰﾄﾞ?
        暗証番号は何ですか
        秘密を入力してください
        合言葉は？
        秘密の言葉は何ですか？
        アクセストークンは？
        パスワードはありますか？
        パスワードを入力しますか？
    """,
    "ar": """
        ما هي كلمة المرور؟
        أدخل كَلِمَة السِّرّ
        ما هو مفتاح API الخاص بك؟
        ما اسم المستخدم وكلمة المرور؟
        الرقم السري؟
        ما هو السر؟
        أدخل سرك
        الرمز المميز؟
        أدخل رمز مميز
        ما هو رمزك السري؟
        هل لديك كلمة مرور؟
        هل يمكنك كتابة كلمة المرور؟
    """,
    "zh": """
        请输入密码
        密码是什么？
        请输入token
        你的API key是什么
        輸入驗證碼
        PIN码？
        私钥？
        请输入秘密
        机密？
        个人识别码是什么？
        請輸入個人識別碼
        通行短语是什么
        请输入密语
        你有密码吗？
        可以给我密码吗？
    """,
}

NOT_ASKING = {
    "en": """
        What should the password reset page say?
        How long should the password be?
        Which password manager do you use?
        Password policy?
        Max tokens?
        Token limit?
        How many tokens should the reply have?
        Where is the token stored?
        What should the API key be called?
        Name for the token?
        Path to the private key?
        Path to your SSH private key file?
        You can reset your password later. What is your name?
        Pin this message?
        Which GPIO pin is the LED on?
        When does the token expire?
        What should the password field label be?
        Should the API key be stored in .env?
        Secret Santa budget?
        Which city?
        Commit message?
        Who is the secretary of the tokenizer's passengers?
        Passport number?
        Public key?
        Country code?
        Do you want a password?
        Should I reset your password?
        Is the password field visible?
        Does the server use a token?
        Have you changed your password?
        Would you like an API key?
        Can I reset your password?
        So, do you need a password?
        Reset the password? [y/N]
        The password will be reset (yes or no)
        Token ring?
        How many pints?
        Which path?
        Is Pat your name?
        Compass heading?
    """,
    "de": """
        Wie lang soll das Passwort sein?
        Text der Passwort-Seite?
        Welche Passwortlänge?
        Name des Tokens?
        Willst du ein Passwort?
        Ist das Passwort sichtbar?
        Soll ich das Passwort zurücksetzen?
        Brauchen Sie einen API-Schlüssel?
        Was ist so geheimnisvoll?
        Dein geheimer Wunsch?
    """,
    "fr": """
        Longueur du mot de passe ?
        Quelle page de réinitialisation du mot de passe ?
        Où est le jeton ?
        Voulez-vous un mot de passe ?
        Est-ce que le mot de passe est visible ?
        Dois-je réinitialiser le mot de passe ?
        Code postal ?
    """,
    "es": """
        ¿Longitud de la contraseña?
        ¿Palabra clave?
        ¿Dónde guardo la contraseña?
        ¿Quiere una contraseña?
        ¿Está visible la contraseña?
        ¿Cuál es la clave primaria?
        ¿Cuál es su clave primaria?
        ¿Cuál es la clave del éxito?
        ¿Puntos clave?
    """,
    "ja": """
        パスワードの長さは？
        パスワードリセットページの文言は？
        パスワードを使いますか？
        パスワードをリセットしますか
        パスワードは必要ですか？
        秘密保持契約は？
    """,
    "ar": """
        ما طول كلمة المرور؟
        أين المفتاح الخاص؟
        هل تريد كلمة مرور؟
        ما السرعة؟
        أي سرير تريد؟
        ما هو الكسر؟
    """,
    "zh": """
        密码长度？
        密码多长？
        重置密码页面写什么？
        令牌数量？
        你要密码吗？
        是否需要密码？
        要不要重置密码？
        秘密花园的作者？
        秘书是谁？
    """,
}

SECRET_NAMES = """
    password | passwd | api_key | apiKey | APIKey | api-key | token | access_token | accessToken
    pin | PIN | Pin code | pinCode | otp | totp | cvv | db_password | dbpassword | userPassword
    password2 | password_confirmation | Confirm password | Password (min 8 characters)
    Repeat your password | pw | pwd | pass | db_pass | smtp_pass
    client_secret | clientSecret | private_key | secret
    openai_key | SSH key | wifi_password | webhook_secret | jwt | passphrase | credentials
    2fa_code | Recovery code | Security code | One-time code
    Passwort | Kennwort | Datenbank-Passwort | Sicherheitscode | API-Schlüssel
    mot_de_passe | Mot de passe | Code secret | contraseña | contrasena | パスワード | 暗証番号
    密码 | 密碼 | كلمة المرور
    user_pass | userPass | user-pass | UserPass | userpass | mysql_pass
    The password | Passwords | Your new passwords | api_keys | apiKeys | Access tokens | secrets
    2FA_code | 2faCode | 2fa-code | 2FA code | P.I.N. | p.i.n. | PINs | PAT | GITHUB_PAT
    github_pat | personal_access_token | personalAccessToken | Personal access tokens
    pаssword | раsswоrd | аpi_kеy | ТОKEN | pässword
    Das Passwort | Die Passwörter | Zugriffstoken | zugriffs_token | zugriffsToken | Zugriffstokens
    geheim | Geheim | Geheimwort | Geheimzahl | Geheimnis | PIN-Code | pin_code | PIN-Codes
    Le mot de passe | Mots de passe | code_secret | codeSecret | phrase-secrète | clé-secrète
    api.key | mot_secret | mdp
    La contraseña | contraseñas | ficha_de_acceso | fichaDeAcceso | clave | Clave | La clave
    claves | Nueva clave | clave_usuario | Clave del servidor | clave_de_acceso | claveSecreta
    秘密 | 合言葉 | 秘密の言葉 | 新しいパスワード | トークン | 確認コード | 秘密鍵
    パスフレーズ | 認証情報 | 新しい秘密
    سر | السر | سرك | والسر | الأسرار | رمز_مميز | الرمز المميز | الرموز المميزة | كلمات المرور
    秘密 | 机密 | 機密 | 个人识别码 | 個人識別碼 | 通行短语 | 密语 | 新密码 | 访问令牌
"""

PLAIN_NAMES = """
    name | email | host | port | user | username | hint | key | primary_key | public_key | gpio
    max_tokens | tokens | token_count | tokenCount | token_limit | Token limit | token_url
    password_policy | password_length | Password length | passwordless | secret_name | api_key_name
    spinner | shipping | pinterest | passenger | passport | compass | Boarding pass | keyboard
    secretary | tokenizer | zip_code | Country code
    pint | pints | token_ring | Token ring | passport_number | Passport number | compass_heading
    path | pattern | Pat | pat | patient | spin_count | opinion
    geheimnisvoll | Geheimdienst | geheimer Wunsch | Passwortlänge | Schlüsselwort
    Longueur du mot de passe | code_postal | Code postal | clef de sol | secrétaire
    palabra_clave | palabraClave | Palabras clave | clave_primaria | Clave primaria | clave foránea
    clave_publica | clavel | punto clave
    パスワードの長さ | 秘書 | 暗号化 | 名前 | 郵便番号 | 秘密保持
    سرعة | السرعة | سرير | كسر | طول كلمة المرور | مدرسة
    秘书 | 密封 | 密度 | 密码长度 | 机场 | 保密级别 | 机密级别
"""


def test_every_language_of_the_app_has_its_share_of_questions() -> None:
    for language in ("en", "de", "fr", "es", "ja", "ar", "zh"):
        assert len(ASKING[language].split("\n")) - 2 >= 8, language
        assert len(NOT_ASKING[language].split("\n")) - 2 >= 5, language


def lines(texts: dict[str, str]) -> list[str]:
    return [line.strip() for text in texts.values() for line in text.strip().splitlines()]


def names(text: str) -> list[str]:
    return [name.strip() for line in text.strip().splitlines() for name in line.split("|")]


@pytest.mark.parametrize("question", lines(ASKING))
def test_a_question_for_a_secret_is_seen(question: str) -> None:
    assert asks_for_secret(question)


@pytest.mark.parametrize("question", lines(NOT_ASKING))
def test_a_question_about_something_else_is_left_alone(question: str) -> None:
    assert not asks_for_secret(question)


@pytest.mark.parametrize("name", names(SECRET_NAMES))
def test_a_name_for_a_secret_is_seen(name: str) -> None:
    assert names_secret(name)


@pytest.mark.parametrize("name", names(PLAIN_NAMES))
def test_a_name_for_something_else_is_left_alone(name: str) -> None:
    assert not names_secret(name)


@pytest.mark.parametrize(
    "piece",
    [
        *("password policy ", "p", "a b ", "name of the ", "طول ", "? ", ".", ".a", "api ", "密码"),
        *("do you ", "escrib1", "y/n ", "y/n)", "要", "是否", "P.I.N.", "ра", "clave ", "و", "¿"),
    ],
)
def test_a_long_question_is_judged_in_linear_time(piece: str) -> None:
    text = "Token? " + piece * (20_000 // len(piece))
    started = time.process_time()
    asks_for_secret(text)
    names_secret(text)
    assert time.process_time() - started < 1
