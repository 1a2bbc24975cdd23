"""The table of results."""

import os
from dataclasses import dataclass


@dataclass
class Row:
    """A figure and its goal, if it has one."""

    label: str
    figure: float | str = ""
    unit: str = ""
    at_least: float | None = None
    at_most: float | None = None
    below: float | None = None

    def goal(self):
        """Returns the text of the goal; empty without a goal."""
        for comparison, value in [("at least", self.at_least), ("at most", self.at_most), ("below", self.below)]:
            if value is not None:
                return f"{comparison} {value} {self.unit}".strip()
        return ""

    def is_met(self):
        """Returns true if the figure meets the goal."""
        return (
            (self.at_least is None or self.figure >= self.at_least)
            and (self.at_most is None or self.figure <= self.at_most)
            and (self.below is None or self.figure < self.below)
        )

    def text(self):
        """Returns the row as a line of text."""
        figure = f"{self.figure:.3g} {self.unit}".strip() if isinstance(self.figure, float) else str(self.figure)
        verdict = ("pass" if self.is_met() else "FAIL") if self.goal() else ""
        return f"{self.label:<56} {figure:<46} {self.goal():<23} {verdict}".rstrip()


def show(rows):
    """Prints rows as they are measured; returns true if every goal is met."""
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    failed = 0
    for row in rows:
        print(row.text(), flush=True)
        failed += not row.is_met()
    print(f"{failed} goals missed" if failed else "all goals met")
    return failed == 0
