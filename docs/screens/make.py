"""Pictures of the bot's messages for the documents: `.venv/bin/python docs/screens/make.py [NAME…]`.

The messages are what the bot sends: real answers over the built-in corpus, through the same rendering. Only the frame
around them is drawn here, in the manner of Discord's dark theme. A digest of each message is kept beside the pictures;
a test compares it with what the bot would send now, so that no picture shows what is no longer so.

Needs DejaVu Sans; Chinese and Japanese are written with the letters of the bot's own pictures.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from PIL import Image, ImageDraw, ImageFont

from bot.answers.answerer import Answerer
from bot.answers.engine import Engine
from bot.answers.models import Ambiguous
from bot.quiz import Plays, Quiz
from bot.quiz.plays import play_here
from bot.state import ServerSettings
from bot.views.answer import render_answer
from bot.views.letters import letters
from bot.views.pages import render_steps
from bot.views.quiz import render_question
from bot.views.screen import Screen, Select
from bot.views.settings import render_settings
from bot.views.texts import texts
from knowledge import Knowledge

HERE: Final = Path(__file__).resolve().parent
DIGESTS: Final = HERE / "digests.json"
ASKER: Final = "you"
ASKER_JA: Final = "あなた"
NOT_CAST: Final = "If I let the cipher copy go and don't cast it, can I cast it later this turn?"
UNANSWERED: Final = "Can I counter a spell with split second?"
JAPANESE: Final = "Arcane Heist のコピーを唱えなかった場合、このターンの後で唱えられますか？"
QUIZ: Final = "true.cascade-and-a-tax@0"


class Messages:
    """The messages that are shown, made as the bot makes them."""

    def __init__(self, knowledge: Knowledge, answerer: Answerer) -> None:
        self.knowledge = knowledge
        self.answerer = answerer
        self.made: dict[str, Callable[[], Screen]] = {
            "answer": self.answer,
            "steps": self.steps,
            "answer-ja": self.japanese,
            "steps-ja": self.japanese_steps,
            "which-card": self.which_card,
            "no-verdict": self.no_verdict,
            "quiz": self.quiz,
            "settings-de": self.settings,
        }

    def answer(self) -> Screen:
        answer = self.answerer.answer(NOT_CAST)
        return render_answer(answer, asker=ASKER, asker_id=1, private=False)

    def steps(self) -> Screen:
        answer = self.answerer.answer(NOT_CAST)
        assert answer.confirmation is not None
        drawing = self.answerer.engine.drawing(answer.confirmation, self.knowledge)
        screen = render_steps(answer, 0, texts("en"), (), drawing)
        assert screen is not None
        return screen

    def japanese(self) -> Screen:
        answer = self.answerer.answer(JAPANESE)
        return render_answer(answer, asker=ASKER_JA, asker_id=1, private=True)

    def japanese_steps(self) -> Screen:
        answer = self.answerer.answer(JAPANESE)
        assert answer.confirmation is not None
        drawing = self.answerer.engine.drawing(answer.confirmation, self.knowledge)
        screen = render_steps(answer, 0, texts("ja"), (), drawing)
        assert screen is not None
        return screen

    def which_card(self) -> Screen:
        """The built-in corpus has too few cards for a name to fit several, so these two are our own."""
        answer = self.answerer.answer("Does the sage trigger twice?")
        unclear = Ambiguous(matched="sage", candidates=("Sage of the Lane", "Sage of Late Hours"))
        asked = answer.model_copy(update={"ambiguous": (unclear,), "verdict": None})
        return render_answer(asked, asker=ASKER, asker_id=1, private=False)

    def no_verdict(self) -> Screen:
        answer = self.answerer.answer(UNANSWERED)
        assert answer.verdict is None
        return render_answer(answer, asker=ASKER, asker_id=1, private=False)

    def quiz(self) -> Screen:
        quiz = Quiz(Plays(play_here, self.knowledge.card))
        question = quiz.question(QUIZ, "en")
        assert question is not None
        return render_question(question, 1)

    def settings(self) -> Screen:
        return render_settings(ServerSettings(language="de", keep_days=7), texts("de"), ())


def digest(screen: Screen) -> str:
    """A name for what a message says; how much the engine explored does not count, for that changes with every rule."""
    said = [embed.to_dict() for embed in screen.embeds]
    pressed = [item.placeholder if isinstance(item, Select) else item.label for item in _items(screen)]
    alt = screen.picture.alt if screen.picture else ""
    text = json.dumps([said, pressed, alt], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(re.sub(r"\d+", "0", text).encode()).hexdigest()[:16]


def _items(screen: Screen) -> Iterator[Any]:
    for row in screen.rows:
        yield from [row] if isinstance(row, Select) else row


# How Discord shows it.

WIDTH: Final = 760
GROUND, BOX, TEXT, QUIET, LINK = "#313338", "#2b2d31", "#dbdee1", "#a5a8b0", "#5fb0ff"
BUTTONS: Final = {"primary": "#5865f2", "secondary": "#4e5058", "danger": "#da373c"}
SIGNS: Final = {"✅": ("#2e7d32", "✓"), "⚠": ("#b26a00", "!"), "📖": ("#1f5fa8", "≡"), "❔": ("#5f6368", "?"),
                "🚫": ("#b3261e", "×"), "❌": ("#b3261e", "×")}  # fmt: skip
_CJK: Final = re.compile("[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")
_TOKENS: Final = re.compile(
    r"\\(?P<plain>[^0-9A-Za-z\s])|(?P<bold>\*\*)|\[(?P<link>[^\]]*)\]\((?P<to>[^)]*)\)|(?P<char>.)", re.DOTALL
)
_FOLDER: Final = Path("/usr/share/fonts/truetype/dejavu")


@cache
def font(size: int, bold: bool = False, cjk: bool = False) -> ImageFont.FreeTypeFont:
    """A font that has the letters; there is no picture without one."""
    if cjk:
        return letters("ja").size(size)
    return ImageFont.truetype(_FOLDER / ("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"), size)


class Sheet:
    """What is drawn so far, from the top down."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (WIDTH, 4000), GROUND)
        self.pen = ImageDraw.Draw(self.image)
        self.y = 16

    def head(self) -> None:
        self.pen.ellipse((16, self.y, 56, self.y + 40), "#1f5fa8")
        self.pen.text((36, self.y + 20), "J", "#ffffff", font(22, True), anchor="mm")
        self.pen.text((70, self.y + 8), "Judgecall", "#ffffff", font(18, True))
        self.pen.rounded_rectangle((178, self.y + 8, 220, self.y + 30), 4, "#5865f2")
        self.pen.text((199, self.y + 19), "APP", "#ffffff", font(13, True), anchor="mm")
        self.y += 48

    def embed(self, embed: dict[str, Any], picture: bytes | None) -> None:
        top, self.y = self.y, self.y + 14
        # The box is drawn when its height is known: everything stands on a layer of its own colour.
        self.pen.rectangle((70, top, WIDTH - 16, 4000), BOX)
        if embed.get("title"):
            self.words(f"**{embed['title']}**", 17)
            self.y += 4
        for line in str(embed.get("description", "")).split("\n"):
            self.line(line)
        if picture is not None and "image" not in embed:
            shown = Image.open(io.BytesIO(picture)).convert("RGB")
            shown = shown.resize(
                (WIDTH - 120, shown.height * (WIDTH - 120) // shown.width), Image.Resampling.LANCZOS
            )
            self.image.paste(shown, (88, self.y + 8))
            self.y += shown.height + 16
        if embed.get("footer"):
            self.y += 6
            self.words(embed["footer"]["text"], 13, QUIET)
        self.y += 12
        self.pen.rectangle((0, self.y, WIDTH, 4000), GROUND)
        self.pen.rectangle((70, top, 74, self.y), f"#{embed.get('color', 0):06x}")
        self.y += 8

    def line(self, line: str) -> None:
        if not line:
            self.y += 10
        elif line.startswith("-# "):
            self.words(line[3:], 13, QUIET)
        elif line.startswith("> "):
            top = self.y
            self.words(line[2:], 16, indent=14)
            self.pen.rectangle((88, top, 91, self.y), "#4e5058")
        else:
            self.words(line, 16)

    def words(self, text: str, size: int, color: str = TEXT, indent: int = 0) -> None:
        """Text with markup, wrapped."""
        left, right = 88 + indent, WIDTH - 34
        x: float = left
        height = size * 3 // 2
        for word, bold, link in _words(text):
            width = sum(_wide(char, size, bold) for char in word)
            if x + width > right and word.strip() and x > left:
                x, self.y = left, self.y + height
            for char in word:
                self.char(char, x, size, bold, LINK if link else color)
                x += _wide(char, size, bold)
        self.y += height

    def char(self, char: str, x: float, size: int, bold: bool, color: str) -> None:
        if char in SIGNS:
            fill, sign = SIGNS[char]
            self.pen.rounded_rectangle((x, self.y, x + size + 2, self.y + size + 2), 4, fill)
            middle = (x + size / 2 + 1, self.y + size / 2 + 1)
            self.pen.text(middle, sign, "#ffffff", font(size - 3, True), anchor="mm")
        elif char != "\ufe0f":
            cjk = bool(_CJK.match(char))
            stroke = 0.5 if cjk and bold else 0  # the font for Chinese and Japanese has no bold
            place = (x, self.y + size)
            self.pen.text(place, char, color, font(size, bold, cjk), anchor="ls", stroke_width=stroke)

    def rows(self, screen: Screen) -> None:
        for row in screen.rows:
            x = 70
            if isinstance(row, Select):
                chosen = [label for value, label in row.options if value in row.chosen]
                self.pen.rounded_rectangle((70, self.y, 520, self.y + 38), 6, "#1e1f22")
                label = (chosen or [row.placeholder])[0]
                while sum(_wide(char, 15, False) for char in label) > 390:
                    label = label[:-2].rstrip() + "…"
                self.plain(86, self.y + 10, label, QUIET if not chosen else TEXT)
                self.pen.text((500, self.y + 19), "▾", TEXT, font(16), anchor="mm")
                self.y += 46
                continue
            for item in row:
                width = int(sum(_wide(char, 15, False) for char in item.label)) + 32
                if x > 70 and x + width > WIDTH - 8:
                    x, self.y = 70, self.y + 44
                self.pen.rounded_rectangle((x, self.y, x + width, self.y + 36), 6, BUTTONS[item.style])
                self.plain(x + 16, self.y + 9, item.label, QUIET if item.disabled else "#ffffff")
                x += width + 8
            self.y += 44

    def plain(self, x: float, y: int, text: str, color: str) -> None:
        for char in text:
            cjk = bool(_CJK.match(char))
            self.pen.text((x, y + 15), char, color, font(15, False, cjk), anchor="ls")
            x += _wide(char, 15, False)

    def png(self) -> bytes:
        out = io.BytesIO()
        cut = self.image.crop((0, 0, WIDTH, self.y + 12))
        cut.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
        return out.getvalue()


def _wide(char: str, size: int, bold: bool) -> float:
    if char in SIGNS:
        return size + 4
    return 0 if char == "\ufe0f" else font(size, bold, bool(_CJK.match(char))).getlength(char)


def _words(text: str) -> Iterator[tuple[str, bool, bool]]:
    """Words with the blanks behind them, each bold or not, a link or not; Chinese and Japanese break anywhere."""
    bold, word = False, ""
    for found in _TOKENS.finditer(text):
        if found["bold"] or found["link"] is not None:
            if word:
                yield word, bold, False
            word = ""
            if found["link"] is not None:
                yield found["link"], bold, True
            else:
                bold = not bold
            continue
        char = found["plain"] or found["char"]
        if _CJK.match(char):
            yield word + char, bold, False
            word = ""
            continue
        word += char
        if char == " ":
            yield word, bold, False
            word = ""
    if word:
        yield word, bold, False


def draw(screen: Screen) -> bytes:
    """A message as a person sees it."""
    sheet = Sheet()
    sheet.head()
    for number, embed in enumerate(screen.embeds, 1):
        last = number == len(screen.embeds)
        sheet.embed(dict(embed.to_dict()), screen.picture.png if screen.picture and last else None)
    sheet.rows(screen)
    return sheet.png()


def main(names: list[str]) -> None:
    """Draw the messages of these names, or all, and note what they say."""
    noted = json.loads(DIGESTS.read_text()) if DIGESTS.exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        knowledge = Knowledge.open(Path(folder))
        knowledge.warm_up()
        messages = Messages(knowledge, Answerer(knowledge, Engine()))
        for name in names or messages.made:
            screen = messages.made[name]()
            png = draw(screen)
            (HERE / f"{name}.png").write_bytes(png)
            noted[name] = digest(screen)
            print(f"{name}: {len(png) // 1000} kB")
        knowledge.close()
    DIGESTS.write_text(json.dumps(noted, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
