"""An API key on its way to one header."""

from typing import Final, NoReturn

from loopl_desktop.providers.errors import ProviderError


class ApiKey:
    """Holds a key so that no repr, log line or copy shows it."""

    __slots__ = ("__text",)

    def __init__(self, text: str | None) -> None:
        """Take a key as it was pasted: blanks around it are dropped; none at all means no key."""
        self.__text: Final = (text or "").strip()

    def __repr__(self) -> str:
        return "ApiKey(••••)" if self else "ApiKey()"

    def __bool__(self) -> bool:
        return bool(self.__text)

    def __reduce__(self) -> NoReturn:
        raise TypeError("an API key is never copied or stored")

    def headers(self) -> dict[str, str]:
        """The header that carries the key; empty without a key.

        Raises:
            ProviderError: auth, if no header can carry it; the HTTP client's error would show it.
        """
        if not self:
            return {}
        if not (self.__text.isascii() and self.__text.isprintable()):
            raise ProviderError(
                "auth",
                sentence="The API key has characters that no key has: enter it again in Settings.",
            )
        return {"authorization": f"Bearer {self.__text}"}

    def hidden_in(self, error: ProviderError) -> ProviderError:
        """The error, without the key where a server repeated it."""
        return error.without(self.__text)
