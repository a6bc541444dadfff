"""The controller as the table knows it: which one, whether it is live, and why not."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from feltlink.link import events as link
from feltlink.problem import sentences

State = Literal["starting", "live", "lost", "refused"]


@dataclass(frozen=True, slots=True)
class Controller:
    """`caught_up` is False until all that happened before the session began has been told."""

    state: State = "starting"
    why: str = "The controller has not answered yet."
    name: str = ""
    uid: str = ""
    boot_id: int = -1
    caught_up: bool = False
    proven: bool = False

    @property
    def live(self) -> bool:
        return self.state == "live" and self.caught_up

    def view(self) -> dict[str, str | bool]:
        """As the pages see it."""
        state = self.state
        why = self.why
        if state == "live" and not self.caught_up:
            state, why = "starting", "The controller is telling what happened meanwhile."
        elif state == "live" and not self.proven:
            why = "This controller has no key: nothing proves that it is the table's own."
        return {
            "state": state, "why": why, "name": self.name, "uid": self.uid, "proven": self.proven,
        }  # fmt: skip


@dataclass(slots=True)
class Sighting:
    """Link events on their way into the record: what the next `found` and `boot` mean."""

    now: Controller = field(default_factory=Controller)
    gap: link.Gap | None = None
    no_port: str = ""  # why there is none to speak on, until a controller is met

    def found(self, event: link.ControllerFound, name: str) -> dict[str, Any]:
        """A session has begun; return the body of its entry."""
        self.no_port = ""
        welcome = event.welcome
        uid = welcome.uid.hex()
        self.now = Controller("live", "", name, uid, welcome.boot_id, proven=event.proven)
        version = (welcome.version_major, welcome.version_minor, welcome.version_patch)
        return {
            "state": "found",
            "uid": uid,
            "boot_id": welcome.boot_id,
            "version": ".".join(map(str, version)),
            "firmware": welcome.firmware.hex(),
            "proven": event.proven,
        }

    def catch_up(self) -> None:
        """Everything that happened before the session began has been told."""
        self.now = replace(self.now, caught_up=True)

    def lost(self, why: str) -> dict[str, Any]:
        """The session has ended; return the body of its entry."""
        sentence = (
            self.no_port
            or f"The controller does not answer ({why}). Bets that are locked stay locked."
        )
        self.now = replace(self.now, state="lost", why=sentence, caught_up=False)
        return {"state": "lost", "why": why}

    def trouble(self, why: str, remedy: str) -> dict[str, Any]:
        """There is no port to speak on; return the body of its note."""
        self.no_port = sentences(f"The controller cannot be reached ({why})", remedy)
        if self.now.state in ("starting", "lost"):
            self.now = replace(self.now, why=self.no_port)
        return {"why": why, "remedy": remedy}

    def known(self, event: link.ControllerLost | link.Refused) -> bool:
        """Whether this only repeats the present refusal: the line was let go for it."""
        if self.now.state != "refused":
            return False
        if isinstance(event, link.Refused):
            return self.now.why == sentences(event.why, event.remedy)
        return self.now.why.startswith(sentences(event.why))

    def refused(self, why: str, remedy: str) -> dict[str, Any]:
        """The controller that answers is not used; return the body of its entry."""
        self.no_port = ""
        self.now = replace(self.now, state="refused", why=sentences(why, remedy), caught_up=False)
        return {"state": "other", "why": why, "remedy": remedy}

    def reset(self, cause: str, boot_id: int) -> dict[str, Any]:
        """The controller has started anew; return the body of its entry, gap and all."""
        gap, self.gap = self.gap, None
        return {"state": "reset", "cause": cause, "boot_id": boot_id, "gap": gap and as_json(gap)}


def as_json(gap: link.Gap) -> dict[str, Any]:
    """The gap with its unique id in hex."""
    return {**asdict(gap), "uid": gap.uid.hex()}
