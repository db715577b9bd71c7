"""Pictures over the steps: bounded in every way, readable on any ground, told in the reader's words."""

from __future__ import annotations

import io

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.answers.models import RanWith, Step
from bot.views.letters import letters
from bot.views.limits import ALT_TEXT
from bot.views.pages import render_steps
from bot.views.picture import (
    CHIP,
    FRESH,
    GROUND,
    MAX_HEIGHT,
    PANEL,
    QUIET,
    STACK_CHIP,
    TEXT,
    WIDTH,
    render_picture,
)
from bot.views.text import units
from bot.views.texts import Texts, all_texts, texts
from bot.views.told import teller
from rules_engine.scenario import Area, Drawing, Frame, Note, Seat, Thing, Word

from .strategies import lines
from .values import an_answer

ZONES = ("hand", "graveyard", "battlefield", "exile")


def _frame(after: int, *things: str, stack: tuple[str, ...] = (), life: int = 20) -> Frame:
    areas = (Area("battlefield", things),) if things else ()
    seats = (Seat("A", life, False, 7, areas), Seat("B", 20, False, 7, ()))
    return Frame(5, "A", "precombat main", after, stack, seats)


def _drawing(*frames: Frame) -> Drawing:
    return Drawing((), frames)


FOUR = _drawing(
    _frame(0, "Old Bear"),
    _frame(2, "Old Bear", stack=("Ember Jab",)),
    _frame(5, life=18),
    _frame(8, "New Bear", life=18),
)


def _size(png: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(png)).size


def test_picture__shows_the_moments_of_its_steps_only() -> None:
    say = texts("en")
    one, two = render_picture(FOUR, 1, 4, say), render_picture(FOUR, 1, 15, say)
    assert one is not None
    assert two is not None
    assert one.alt == "After step 2: stack: Ember Jab / A: life 20; battlefield: Old Bear / B: life 20"
    assert [line.split(":")[0] for line in two.alt.split("\n")] == [
        "After step 2",
        "After step 5",
        "After step 8",
    ]
    assert _size(one.png)[1] < _size(two.png)[1]
    assert render_picture(FOUR, 3, 4, say) is None
    assert render_picture(FOUR, 9, 30, say) is None


@pytest.mark.parametrize("say", all_texts(), ids=lambda say: say.language)
def test_picture_in_words__is_told_in_the_readers_language(say: Texts) -> None:
    picture = render_picture(FOUR, 8, 8, say)
    assert picture is not None
    assert "New Bear" in picture.alt
    assert say("picture.battlefield") in picture.alt
    assert say("picture.player", player="A", life=18) in picture.alt


def _named_drawing() -> Drawing:
    """One moment in which everything is to be seen that a picture has words for."""
    notes = (
        Note("size", "2/2"), Note("tapped"), Note("damage", number=1), Note("counters", "charge", 2),
        Note("encoded", "Old Bear"), Note("plotted"), Note("foretold"), Note("x", number=3), Note("controller", "B"),
    )  # fmt: skip
    kinds = ("card", "copy", "ability", "token", "gone", "nothing")
    things = [Thing(Word(kind, "Lim-Dûl"), (note,), 2) for kind in kinds for note in notes]
    areas = tuple(
        Area(zone, tuple(f"{zone} {n}" for n in range(len(things))), tuple(things)) for zone in ZONES
    )
    seats = (Seat("A", 18, True, 7, areas), Seat("B", 20, False, 7, ()))
    stack = Thing(Word("ability", "Lim-Dûl"), notes)
    frame = Frame(5, "A", "declare attackers", 1, ("a", "b"), seats, (stack, stack))
    return _drawing(_frame(0), frame)


@pytest.mark.parametrize("say", all_texts(), ids=lambda say: say.language)
def test_letters__write_everything_that_a_picture_says_in_its_language(say: Texts) -> None:
    own = letters(say.language)
    texts_of_ours = [text for key, text in say.entries.items() if key.startswith("picture.")]
    if say.language != "en":
        groups = teller(say.language).texts
        for group in ("notes", "words", "counters", "places", "frame"):
            texts_of_ours += [
                form
                for entry in groups[group].values()
                for form in ([entry] if isinstance(entry, str) else entry.values())
            ]
    assert own.missing("".join(texts_of_ours)) == ""
    assert own.missing("ÆÉàáâäæéíîïñóöúûüōū’“”—×→ Lim-Dûl’s 0123456789/+[]{}") == ""
    assert own.plain("a꞉b") == "a:b"


def test_letters__are_of_the_script_and_no_boxes() -> None:
    box = letters("ja").missing("กक\ue000")
    assert box == "กक\ue000"
    japanese, chinese = (bytes(letters(language).size(40).getmask("直")) for language in ("ja", "zh"))
    assert japanese != chinese  # each as its readers know it
    drawn = [bytes(letters("ja").size(40).getmask(char)) for char in "墓戦手追ライé"]
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize("say", all_texts(), ids=lambda say: say.language)
def test_picture__is_drawn_in_every_language(say: Texts) -> None:
    picture = render_picture(_named_drawing(), 1, 1, say)
    assert picture is not None
    assert _size(picture.png)[1] <= MAX_HEIGHT
    if say.language != "en":
        assert "declare attackers" not in picture.alt
        assert teller(say.language).word("notes", "tapped") in picture.alt


def test_letter_that_there_is_not__leaves_the_picture_out_and_the_steps_stay() -> None:
    told = an_answer().confirmation
    assert told is not None
    answer = an_answer(confirmation=told.model_copy(update={"steps": (Step(text="A thing happens."),)}))
    for name, shown in (("Bär", True), ("한국", True), ("कार्ड", False), ("ไทย", False)):
        screen = render_steps(answer, 0, texts("de"), (), _drawing(_frame(0), _frame(1, name)))
        assert screen is not None
        assert (screen.picture is not None) == shown
        assert "A thing happens." in (screen.embeds[0].description or "")


@settings(max_examples=10, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(
    things=st.lists(lines, max_size=30).map(tuple),
    stack=st.lists(lines, max_size=40).map(tuple),
    players=st.integers(1, 8),
    count=st.integers(2, 12),
)
def test_any_drawing__is_bounded(
    things: tuple[str, ...], stack: tuple[str, ...], players: int, count: int
) -> None:
    areas = tuple(Area(zone, things) for zone in ZONES)
    seats = tuple(Seat(f"P{n}", -(10**9), True, 10**6, areas) for n in range(players))
    frames = [Frame(5, "A", "end of combat", n, stack[: n * 5], seats) for n in range(count)]
    picture = render_picture(_drawing(*frames), 1, 100, texts("de"))
    if picture is not None:
        width, height = _size(picture.png)
        assert width == WIDTH
        assert height <= MAX_HEIGHT
        assert len(picture.png) < 500_000
        assert 0 < units(picture.alt) <= ALT_TEXT


def test_what_changed__is_marked_in_the_picture() -> None:
    say = texts("en")
    marked = render_picture(_drawing(_frame(0, "Old Bear"), _frame(1, "Old Bear", "New Bear")), 1, 1, say)
    same = render_picture(
        _drawing(_frame(0, "Old Bear", "New Bear"), _frame(1, "Old Bear", "New Bear")), 1, 1, say
    )
    assert marked is not None
    assert same is not None
    assert marked.alt == same.alt
    assert marked.png != same.png


@pytest.mark.parametrize(("front", "ground"), [
    (TEXT, PANEL), (TEXT, CHIP), (TEXT, STACK_CHIP), (QUIET, PANEL), (FRESH, CHIP), (FRESH, STACK_CHIP), (TEXT, GROUND),
])  # fmt: skip
def test_colors__are_far_enough_apart_to_read(front: str, ground: str) -> None:
    bright, dark = sorted((_luminance(front), _luminance(ground)), reverse=True)
    assert (bright + 0.05) / (dark + 0.05) >= 4.5  # WCAG 2.2, level AA


def _luminance(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_long_transcript__each_page_has_the_picture_of_its_own_steps() -> None:
    told = an_answer().confirmation
    assert told is not None
    steps = tuple(Step(text=f"Thing {n} happens.") for n in range(1, 41))
    answer = an_answer(
        confirmation=told.model_copy(update={"steps": steps, "ran_with": (RanWith(name="X", stand_in=True),)})
    )
    drawing = _drawing(*(_frame(n, f"Bear {n}") for n in (0, 3, 16, 39)))
    say = texts("en")
    for page, step in enumerate((3, 16, 39)):
        screen = render_steps(answer, page, say, (), drawing)
        assert screen is not None
        assert screen.picture is not None
        assert screen.picture.alt.startswith(f"After step {step}: ")
        assert f"**{step}.** Thing {step} happens." in (screen.embeds[0].description or "")
