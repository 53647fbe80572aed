"""`why`, `why_not`: explain why a text has no model, or not the expected one, and suggest changes."""

from collections.abc import Mapping
from typing import Literal

from bigand.api.parts import Binding, Instance, ModelNumber, Place, RulePlace
from bigand.api.question import Answer
from bigand.api.report import Report
from bigand.api.source import TextQuestion
from bigand.api.value import Value, fields_of
from bigand.view.exhibit import Exhibit


class ArgumentStep(Value):
    """A step of an argument: an instance, and the literals that follow; none if it is the contradiction."""

    instance: Instance
    follows: tuple[tuple[str, bool], ...] = ()
    is_contradiction: bool = False


class ArgumentSummary(Value):
    """An argument in one sentence: `rules` require the literals, and the rule `against` forbids them."""

    rules: tuple[RulePlace, ...]
    literals: tuple[tuple[str, bool], ...]
    against: RulePlace


class Clash(Value):
    """Rules that clash, the most suspicious first, and their instances that clash (empty: the rules as a whole).

    `steps` lead to a contradiction, or as far as single steps lead. `definitions` are those of variables that the
    rules use.
    """

    rules: tuple[RulePlace, ...]
    instances: tuple[Instance, ...]
    is_minimal: bool
    definitions: tuple[Place, ...] = ()
    upshot: ArgumentSummary | None = None
    steps: tuple[ArgumentStep, ...] = ()

    @property
    def in_text(self) -> tuple[Instance, ...]:
        """The part of the clash that is in the text: its instances, or its rules as a whole."""
        whole_rules = [Instance(**fields_of(rule), binding={}) for rule in self.rules]
        return tuple([instance for instance in self.instances or whole_rules if not instance.is_expected])


class HorizonReport(Value):
    """What is known of the number of steps: the one in the text, the largest tried, the least with a model.

    `is_reason` if the rules are right and only this number is too small.
    """

    variable: str
    given: int | None
    least: int | None
    none_up_to: int | None
    tried: int
    is_finished: bool
    is_reason: bool
    place: Place | None = None  # of its assignment


class PlaceEdit(Place):
    """A piece of a text, and its replacement."""

    instead: str


class Change(Place):
    """A suggested change at a place: some edits; without edits, the rule is left out.

    `missing` if something is added after the place. Changes with a smaller rank are more plausible.
    """

    edits: tuple[PlaceEdit, ...] | None = None
    missing: bool | None = None
    instead: str | None = None
    rank: int | None = None


class UnmetExpectation(Place):
    """An expectation that does not hold: how many models (at least) the text has for the values `given`."""

    found: int
    models: int | None = None  # how many there should be
    given: Binding


class WhyAnswer(Answer, tag="reasons"):
    """Why there is no model: the clashes, or a number of steps that is too small; and suggested changes.

    `model` is a model of the text, or of the text without the rules in `without`.
    """

    status: Literal["sat", "unsat"]
    finished: bool = True  # False if the time was up
    clashes: tuple[Clash, ...] = ()
    is_all: bool = False  # all clashes were requested
    may_have_more: bool = False  # as many clashes were found as the search allows
    steps: HorizonReport | None = None
    without: tuple[Place, ...] = ()
    about: tuple[str, ...] = ()  # the predicates of those rules
    alternatives: tuple[Place, ...] = ()  # rules each of which may be left out instead
    changes: tuple[Change, ...] | None = None  # None: not searched for, or not yet
    are_changes_cut: bool = False  # the search for changes was cut short: there may be others
    expectations: tuple[UnmetExpectation, ...] = ()  # that do not hold, though there is a model
    model: tuple[str, ...] | None = None  # its true atoms
    values: dict[str, ModelNumber] | None = None
    exhibit: Exhibit | None = None  # of the model
    has_views: bool = False  # the text says how its models are drawn
    is_expecting: bool = False  # the text has expectations
    with_expected: bool = False  # the answer is about the text together with what is expected
    forced: bool | ModelNumber | None = None  # the value of an atom in every model, if its opposite is expected

    @property
    def reasons(self) -> tuple[Instance, ...]:
        """The instances of the first clash that are in the text."""
        return self.clashes[0].in_text if self.clashes else ()

    @property
    def all(self) -> tuple[tuple[Instance, ...], ...]:
        """The instances of each clash that are in the text, if all clashes were requested."""
        return tuple([clash.in_text for clash in self.clashes]) if self.is_all else ()

    @property
    def definitions(self) -> tuple[Place, ...]:
        return self.clashes[0].definitions if self.clashes else ()

    @property
    def minimal(self) -> bool:
        return all([clash.is_minimal for clash in self.clashes])

    @property
    def horizon(self) -> dict[str, int] | None:
        """The least number of steps with a model, by its variable."""
        return {self.steps.variable: self.steps.least} if self.steps and self.steps.least is not None else None

    @property
    def none_up_to(self) -> int | None:
        return self.steps.none_up_to if self.steps else None

    @property
    def repair(self) -> tuple[Change, ...]:
        """The nearest repair: rules to leave out, another number of steps or, for a text with a model, changes."""
        if self.status == "sat":
            return self.changes or ()
        if self.steps and self.steps.place and self.steps.least is not None:
            return (Change(**fields_of(self.steps.place), instead=f"{self.steps.variable} = {self.steps.least}"),)
        return tuple([Change(**fields_of(place)) for place in self.without])


class Why(TextQuestion[WhyAnswer], tag="why"):
    """Why is there no model?

    `all` asks for further reasons that share no instance, `full` for the rules that clash even if only the number
    of steps is wrong, `drawn` for a picture of a model. The clash is reported as soon as it is known, before the
    search for changes.
    """

    all: bool = False
    full: bool = False
    drawn: bool = False
    as_written: bool = False

    def answer(self, report: Report) -> WhyAnswer:
        from bigand.api.reasons import explain_no_model

        return explain_no_model(self, report)


class WhyNot(TextQuestion[WhyAnswer], tag="why_not"):
    """Why is there no model with these formulas; or why is this not a model, if its values are given?

    Errors refer to texts by index: the text (0), a formula (1, …), or the text with all formulas appended.
    """

    expected: tuple[str, ...] = ()
    model: Mapping[str, bool | ModelNumber] | None = None  # atoms that are not listed are false
    model_name: str = "model"  # for messages
    all: bool = False
    full: bool = False
    drawn: bool = False
    as_written: bool = False

    def answer(self, report: Report) -> WhyAnswer:
        from bigand.api.reasons import explain_missing_model

        return explain_missing_model(self, report)
