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
    """,
    "de": """
        Passwort?
        Wie lautet das Passwort?
        Bitte gib dein Datenbankpasswort ein
        Wie lautet Ihr Kennwort für den Server?
        API-Schlüssel eingeben
        Geheimzahl?
        Zugangsdaten:
    """,
    "fr": """
        Quel est votre mot de passe ?
        Saisissez la clé API
        Clé d’API ?
        Entrez le jeton d'accès
        Nom d'utilisateur et mot de passe ?
        Quelle est la clé secrète ?
        Code secret ?
    """,
    "es": """
        ¿Cuál es tu contraseña?
        Introduzca su clave
        Clave API:
        Introduce el token
        Contrasena del servidor
    """,
    "ja": """
        パスワードを入力してください
        パスワードは？
        APIキーを教えてください
        ﾊﾟｽﾜｰﾄﾞ?
        暗証番号は何ですか
    """,
    "ar": """
        ما هي كلمة المرور؟
        أدخل كَلِمَة السِّرّ
        ما هو مفتاح API الخاص بك؟
        ما اسم المستخدم وكلمة المرور؟
        الرقم السري؟
    """,
    "zh": """
        请输入密码
        密码是什么？
        请输入token
        你的API key是什么
        輸入驗證碼
        PIN码？
        私钥？
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
    """,
    "de": """
        Wie lang soll das Passwort sein?
        Text der Passwort-Seite?
        Welche Passwortlänge?
        Name des Tokens?
    """,
    "fr": """
        Longueur du mot de passe ?
        Quelle page de réinitialisation du mot de passe ?
        Où est le jeton ?
    """,
    "es": """
        ¿Longitud de la contraseña?
        ¿Palabra clave?
        ¿Dónde guardo la contraseña?
    """,
    "ja": """
        パスワードの長さは？
        パスワードリセットページの文言は？
    """,
    "ar": """
        ما طول كلمة المرور؟
        أين المفتاح الخاص؟
    """,
    "zh": """
        密码长度？
        密码多长？
        重置密码页面写什么？
        令牌数量？
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
"""

PLAIN_NAMES = """
    name | email | host | port | user | username | hint | key | primary_key | public_key | gpio
    max_tokens | tokens | token_count | tokenCount | token_limit | Token limit | token_url
    password_policy | password_length | Password length | passwordless | secret_name | api_key_name
    spinner | shipping | pinterest | passenger | passport | compass | Boarding pass | keyboard
    secretary | tokenizer | zip_code | Country code
"""


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
    ["password policy ", "p", "a b ", "name of the ", "طول ", "? ", ".", ".a", "api ", "密码"],
)
def test_a_long_question_is_judged_in_linear_time(piece: str) -> None:
    text = "Token? " + piece * (20_000 // len(piece))
    started = time.process_time()
    asks_for_secret(text)
    names_secret(text)
    assert time.process_time() - started < 1
