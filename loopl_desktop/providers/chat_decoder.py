"""The documents of one chat reply to the chunks of the engine; no network, no clock."""

from collections.abc import Callable, Collection, Iterator
from typing import Final

from loopl_desktop.domain.json_types import JsonObject, JsonValue
from loopl_desktop.engine.model import (
    CallChunk,
    Finish,
    FinishChunk,
    ModelChunk,
    ReasoningChunk,
    TextChunk,
    Usage,
)
from loopl_desktop.providers.body import BodyItem, EndMark
from loopl_desktop.providers.call_accumulator import CallAccumulator, CallPiece, new_call_id
from loopl_desktop.providers.error_bodies import error_in
from loopl_desktop.providers.errors import ErrorKind, ProviderError
from loopl_desktop.providers.json_text import SurrogateJoiner, as_list, as_object, as_text
from loopl_desktop.providers.reasoning import ReasoningReader, content_parts
from loopl_desktop.providers.text_calls import TextCallReader
from loopl_desktop.providers.think_tags import ThinkTagReader

_CUT_WORDS: Final[dict[str, Finish]] = {
    "length": "length",
    "max_tokens": "length",
    "max_output_tokens": "length",
    "max_completion_tokens": "length",
    "model_length": "length",
    "model_context_window_exceeded": "length",
    "content_filter": "content_filter",
    "safety": "content_filter",
    "refusal": "content_filter",
    "recitation": "content_filter",
    "sensitive": "content_filter",
}
_FAILURE_WORDS: Final[dict[str, ErrorKind]] = {
    "error": "server",
    "failed": "server",
    "abort": "server",
    "aborted": "server",
    "cancelled": "server",
    "network_error": "server",
    "malformed_function_call": "tool_call_rejected",
    "function_call_filter: malformed_function_call": "tool_call_rejected",
}


class ChatDecoder:
    """Reads one reply.

    Calls come out at the very end, and only of a reply that is whole: a batch of calls is one
    decision, so no part of a cut one may run.
    """

    def __init__(
        self,
        tool_names: Collection[str],
        *,
        calls_in_text: bool,
        new_id: Callable[[], str] = new_call_id,
    ) -> None:
        """Make one for one reply.

        Args:
            tool_names: the tools that the model was offered.
            calls_in_text: look for `<tool_call>` tags in the text.
            new_id: makes an id for a call that came without one.
        """
        self._calls = CallAccumulator(tool_names, new_id)
        self._thoughts = ReasoningReader()
        self._text_halves, self._reasoning_halves = SurrogateJoiner(), SurrogateJoiner()
        self._think_tags = ThinkTagReader()
        self._text_calls = TextCallReader(tool_names if calls_in_text else ())
        self._seen_text: list[str] = []
        self._seen_documents = self._seen_choices = False
        self._choice_index: JsonValue = None
        self._finish: Finish | None = None
        self._usage: Usage | None = None
        self._has_text = False
        self.has_ended = False
        """True after the server's end mark: nothing that follows counts."""
        self.content_pieces = 0
        """How many pieces of text, reasoning or calls have come, held back or not."""

    @property
    def is_complete(self) -> bool:
        """True once the reply has said how it ends; only its usage may be missing."""
        return self.has_ended or self._finish is not None

    def feed(self, item: BodyItem) -> Iterator[ModelChunk]:
        """The text and reasoning in one document.

        Raises:
            ProviderError: if the document tells an error, or is no part of a chat reply.
        """
        if self.has_ended:
            return
        if isinstance(item, EndMark):
            self.has_ended = True
            return
        document = item.value
        failure = error_in(document, item.event)
        self._seen_documents = True
        self._seen_choices = self._seen_choices or "choices" in document
        self._read_usage(document)
        for choice in as_list(document.get("choices")):
            if isinstance(choice, dict) and self._is_ours(choice):
                yield from self._read_choice(choice)
                failure = failure or error_in(choice) or self._read_finish(choice)
        if failure is not None:
            raise failure
        if document.get("object") == "chat.completion" and self._seen_choices:
            self._finish = self._finish or "stop"  # no stream, but a whole reply at once

    def flush(self) -> Iterator[ModelChunk]:
        """The text that was held back; for a reply that broke off, too."""
        yield from self._reasoning(self._reasoning_halves.close())
        yield from self._divide(self._text_halves.close())
        for chunk in self._think_tags.close():
            yield from self._show(chunk)
        yield from self._shown(self._text_calls.close())

    def close(self) -> Iterator[ModelChunk]:
        """The rest of the text, the calls and the end.

        Raises:
            ProviderError: truncated, empty, or protocol where no reply came at all.
        """
        yield from self.flush()
        if not self.is_complete:
            is_other = self._seen_documents and not self._seen_choices
            raise ProviderError("protocol" if is_other else "truncated")
        finish = self._finish or "stop"
        calls = []
        if finish not in {"length", "content_filter"}:
            for found in self._text_calls.calls:
                self._calls.add_whole(found.name, found.arguments)
            calls = self._calls.finish()
            if not calls and not self._has_text:
                raise ProviderError("empty")
            finish = "tool_calls" if calls else "stop"
        for call in calls:
            yield CallChunk(call)
        yield FinishChunk(finish, self._usage, self._thoughts.extra() if calls else None)

    def _is_ours(self, choice: JsonObject) -> bool:
        """One answer was asked for; further ones are not mixed into it."""
        index = choice.get("index")
        if self._choice_index is None:
            self._choice_index = index
        return index is None or index == self._choice_index

    def _read_choice(self, choice: JsonObject) -> Iterator[ModelChunk]:
        delta = as_object(choice.get("delta")) or self._message_of(choice)
        self._read_usage(choice)
        yield from self._read_reasoning(self._thoughts.feed(delta))
        texts = (as_text(delta.get("refusal")), as_text(choice.get("text")))
        for is_reasoning, text in [
            *content_parts(delta.get("content")),
            *((False, text) for text in texts),
        ]:
            if is_reasoning:
                yield from self._read_reasoning(text)
            else:
                yield from self._read_text(text)
        # Where both stand, the deprecated key repeats the other.
        for entry in as_list(delta.get("tool_calls")) or as_list(delta.get("function_call")):
            self.content_pieces += self._calls.add(CallPiece.read(as_object(entry)))

    def _message_of(self, choice: JsonObject) -> JsonObject:
        """What stands in place of a delta; some servers end with the whole text once more."""
        message = as_object(choice.get("message"))
        if self._seen_text and message.get("content") == "".join(self._seen_text):
            return {**message, "content": None}
        return message

    def _read_reasoning(self, text: str) -> Iterator[ModelChunk]:
        if text:
            self.content_pieces += 1
            yield from self._reasoning(self._reasoning_halves.feed(text))

    def _read_text(self, text: str) -> Iterator[ModelChunk]:
        if text:
            self.content_pieces += 1
            self._seen_text.append(text)
            yield from self._divide(self._text_halves.feed(text))

    def _read_finish(self, choice: JsonObject) -> ProviderError | None:
        """Keep how the reply ends; a word that says that it was cut is never overruled."""
        word = as_text(choice.get("finish_reason")).lower()
        if word in _FAILURE_WORDS:
            return ProviderError(_FAILURE_WORDS[word])
        if word and self._finish in {None, "stop"}:
            self._finish = _CUT_WORDS.get(word, "stop")
        return None

    def _read_usage(self, holder: JsonObject) -> None:
        groq = as_object(holder.get("x_groq"))
        usage = as_object(holder.get("usage")) or as_object(groq.get("usage"))
        counts = [
            usage.get(first, usage.get(second))
            for first, second in (
                ("prompt_tokens", "input_tokens"),
                ("completion_tokens", "output_tokens"),
            )
        ]
        match counts:
            case [int(asked), int(answered)]:
                self._usage = Usage(asked, answered)

    def _divide(self, text: str) -> Iterator[ModelChunk]:
        for chunk in self._think_tags.feed(text) if text else ():
            yield from self._show(chunk)

    def _show(self, chunk: TextChunk | ReasoningChunk) -> Iterator[ModelChunk]:
        if isinstance(chunk, ReasoningChunk):
            yield chunk
        else:
            yield from self._shown(self._text_calls.feed(chunk.text))

    def _shown(self, text: str) -> Iterator[ModelChunk]:
        if text:
            self._has_text = self._has_text or bool(text.strip())
            yield TextChunk(text)

    @staticmethod
    def _reasoning(text: str) -> Iterator[ModelChunk]:
        if text:
            yield ReasoningChunk(text)
