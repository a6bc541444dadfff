"""The locked bets of a round."""


class Bets:
    """`mask` is the word of latched sensors while `locked`, else 0; `round_id` the round's."""

    def __init__(self) -> None:
        self.locked = False
        self.round_id = 0
        self.mask = 0

    def other(self, round_id: int) -> bool:
        """Tell whether another round than this is locked."""
        return self.locked and self.round_id != round_id

    def holds(self, round_id: int) -> bool:
        return self.locked and self.round_id == round_id

    def lock(self, round_id: int, mask: int) -> None:
        self.locked = True
        self.round_id = round_id
        self.mask = mask

    def release(self) -> None:
        self.locked = False
        self.mask = 0
