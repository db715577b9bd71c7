"""What a person writes, cleaned and understood."""

from __future__ import annotations

import pytest

from bot.answers.errors import QuestionError
from bot.answers.question import MAX_CHARACTERS, clean, read_question, recognise


def test_decomposed_letters_and_bidirectional_marks__become_one_plain_line() -> None:
    assert clean("Zu\u0308ge\u202e\u200b \n\t neu\x00") == "Züge neu"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        (" \n\u200b\u202e ", "empty"),
        ("!?!? 😀👍🏽", "no_words"),
        ("x" * (MAX_CHARACTERS + 1), "too_long"),
        ("هل تختفي النسخة؟", "unsupported_language"),
        ("исчезает ли копия?", "unsupported_language"),
        ("복사본은 사라지나요?", "unsupported_language"),
    ],
)
def test_text_that_is_no_question__is_refused_with_its_code(text: str, code: str) -> None:
    with pytest.raises(QuestionError) as refused:
        read_question(text)
    assert refused.value.code == code


def test_marked_names_and_rule_numbers__are_taken_out() -> None:
    question = read_question("Does [[Arcane Heist]] care about 704.5e and 601.3? I have 20 life.")
    assert question.marked == ("Arcane Heist",)
    assert question.rule_numbers == ("704.5e", "601.3")


def test_a_rule_number_alone__is_a_question() -> None:
    assert read_question("704.5e").rule_numbers == ("704.5e",)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Is the copy gone if I don't cast it?", "en"),
        ("Ist die Kopie weg, wenn ich sie nicht wirke?", "de"),
        ("¿Desaparece la copia si no la lanzo?", "es"),
        ("La copie disparaît-elle si je ne la lance pas ?", "fr"),
        ("La copia scompare se non la lancio?", "it"),
        ("A cópia desaparece se eu não a conjurar?", "pt"),
        ("唱えなかったコピーはどうなりますか？", "ja"),
        ("如果我不施放复制品，它会消失吗？", "zh"),
        ("trample?", "en"),
        ("ETB?", "en"),
        ("¿Mata a un Bear?", "es"),
        ("Tötet das den Bear?", "de"),
    ],
)
def test_language__is_recognised(text: str, language: str) -> None:
    assert recognise(text) == language


def test_german_card_name_in_english_question__stays_english() -> None:
    text = "Arkaner Raub: is the copy gone?"
    assert recognise(text, ["Arkaner Raub"]) == "en"


def test_english_card_name_in_german_question__stays_german() -> None:
    assert recognise("Wirkt Step Between Worlds vom Friedhof aus?", ["Step Between Worlds"]) == "de"


def test_given_language__overrides_recognition() -> None:
    assert read_question("Is the copy gone?", language="ja").language == "ja"
