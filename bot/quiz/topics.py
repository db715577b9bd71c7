"""Topics and levels of questions: the topic that a scenario names, else those of the rules that it rests on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import yaml

LEVELS = (1, 2, 3)
MOST_TOPICS = 3
_FOLDER = re.compile(r"(?P<rule>\d{3}(?:\.\d+)?)-(?P<name>[a-z0-9-]+)/")


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic: what the library calls it, and how the numbers of its rules begin."""

    need: str
    rules: tuple[str, ...]


@cache
def topics() -> Mapping[str, Topic]:
    """All topics by name."""
    text = (files("bot.quiz") / "topics.yaml").read_text(encoding="utf-8")
    return {
        str(name): Topic(one["need"], tuple(map(str, one["rules"])))
        for name, one in yaml.safe_load(text).items()
    }


@cache
def topic_of(rule: str) -> str | None:
    """The topic that a rule belongs to."""
    fitting = [
        (len(start), name) for name, topic in topics().items() for start in topic.rules if begins(rule, start)
    ]
    return max(fitting)[1] if fitting else None


def begins(rule: str, start: str) -> bool:
    """Whether a rule is `start` or below it: 702.19b is below 702.19, 702.190 is not."""
    return rule.startswith(start) and not (rule[len(start) :][:1].isdigit() and "." in start)


def topics_of(rules: Iterable[str], *, need: str = "", file: str = "") -> tuple[str, ...]:
    """Topics of a question, the main one first; the keyword that its folder is named after is one too."""
    named = [name for name, topic in topics().items() if topic.need == need]
    counted = Counter(topic for rule in rules if (topic := topic_of(rule)) is not None)
    by_rules = [name for name, _ in sorted(counted.items(), key=lambda item: (-item[1], item[0]))]
    folder = _FOLDER.match(file)
    keyword = [folder["name"]] if folder else []
    return tuple(dict.fromkeys([*named, *by_rules[:MOST_TOPICS], *keyword]))


def level_of(rules: Iterable[str]) -> int:
    """How hard a question is, from 1 to 3: how many rules meet in it."""
    count = len(set(rules))
    return max(1, min(count, 3))
