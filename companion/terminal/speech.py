"""What a game says, as text: where a screen has *Why?*, the rule stands behind the sentence.

May import: companion.engine, companion.words.
"""

from __future__ import annotations

from companion import words
from companion.engine import Finding, Outcome, Refusal


class Speech(words.Speech):
    def refusal(self, refusal: Refusal) -> str:
        return cited(super().refusal(refusal), refusal.rule)

    def finding(self, finding: Finding) -> str:
        return cited(super().finding(finding), finding.rule)

    def outcome(self, outcome: Outcome) -> list[str]:
        how, *places = super().outcome(outcome)
        return [cited(how, outcome.rule), *places]


def cited(said: str, rule: str) -> str:
    return f"{said} [{rule}]" if rule else said
