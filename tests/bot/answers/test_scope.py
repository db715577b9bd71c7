"""Questions that rules data cannot answer, in eight languages; and rules questions that only look so."""

from __future__ import annotations

import pytest

from bot.answers.models import LANGUAGES, Language
from bot.answers.scope import out_of_scope, says_nothing

OUTSIDE: dict[str, dict[Language, str]] = {
    "policy": {
        "en": "Do I get a game loss for drawing an extra card at a competitive event?",
        "de": "Welche Strafe bekomme ich, wenn ich zu spät zur Runde komme?",
        "es": "¿Qué sanción recibe mi oponente en el torneo?",
        "fr": "Quelle pénalité pour un deck mal enregistré en tournoi ?",
        "it": "Che sanzione c'è se arrivo in ritardo?",
        "ja": "大会で遅刻したらどうなりますか？",
        "pt": "Qual a penalidade por atrasar no torneio?",
        "zh": "比赛中迟到会有什么判罚？",
    },
    "price": {
        "en": "What is the market price of a Mox?",
        "de": "Was kostet ein Booster heute in Euro?",
        "es": "¿Cuánto vale un Black Lotus?",
        "fr": "Combien coûte un booster ?",
        "it": "Quanto vale un Black Lotus?",
        "ja": "このカードの値段はいくらですか？",
        "pt": "Quanto vale um Black Lotus?",
        "zh": "这张牌现在多少钱？",
    },
    "deck": {
        "en": "What is the best deck in Modern?",
        "de": "Welches Deck ist im Modern am besten?",
        "es": "¿Cuál es el mejor mazo de Modern?",
        "fr": "Quel deck jouer vendredi ?",
        "it": "Qual è il miglior mazzo in Modern?",
        "ja": "モダンで最強のデッキは何ですか？",
        "pt": "Qual é o melhor deck do Modern?",
        "zh": "摩登赛制哪套牌最强？",
    },
    "deck: formats": {
        "en": "Is Sol Ring legal in Commander?",
        "de": "Ist der Sol Ring in Commander erlaubt?",
        "es": "¿El Sol Ring es legal en Commander?",
        "fr": "Le Sol Ring est-il banni en Legacy ?",
        "it": "Il Sol Ring è legale in Commander?",
        "ja": "このカードは統率者戦で使えますか？",
        "pt": "O Sol Ring está banido no Legacy?",
        "zh": "这张牌是禁牌吗？",
    },
    "unreleased": {
        "en": "When is the release date of the next set?",
        "de": "Welches Set erscheint im nächsten Jahr?",
        "es": "¿Cuál es la próxima colección?",
        "fr": "Quelle est la prochaine extension ?",
        "it": "Qual è la prossima espansione?",
        "ja": "次のセットはいつ発売ですか？",
        "pt": "Qual é a próxima coleção?",
        "zh": "下一个系列什么时候发售？",
    },
    "other": {
        "en": "Who is the best player of all time?",
        "de": "Wer ist der beste Magic-Spieler?",
        "es": "¿Quién es el mejor jugador?",
        "fr": "Qui est le meilleur joueur ?",
        "it": "Chi è il miglior giocatore?",
        "ja": "このカードのイラストレーターは誰ですか？",
        "pt": "Quem é o melhor jogador?",
        "zh": "这张牌的画师是谁？",
    },
}
INSIDE: dict[Language, tuple[str, ...]] = {
    "en": (
        "What does it cost to cast a plotted card?",
        "How much mana does the copy cost?",
        "If my opponent concedes, does my trigger still resolve?",
        "Can I cast the copy next turn?",
        "Can I trade my attacker with his blocker?",
        "Is it legal in Commander to cast my commander from my hand?",
        "Is the target still legal if it has hexproof?",
    ),
    "de": (
        "Wie viel ist X wert, wenn ich ohne Manakosten wirke?",
        "Was kostet der Zauber, wenn ich ihn aushecke?",
    ),
    "es": ("¿Cuánto vale X si lo lanzo sin pagar su coste de maná?",),
    "fr": ("Combien vaut X si je le lance sans payer son coût de mana ?",),
    "it": ("Quanto vale X se lo lancio senza pagare il suo costo di mana?",),
    "pt": ("Quanto vale X se eu conjurar sem pagar o custo de mana?",),
    "ja": ("コピーは次のターンに唱えられますか？",),
    "zh": ("复制品下回合还能施放吗？",),
}


@pytest.mark.parametrize("kind", OUTSIDE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_question_outside_the_rules__is_recognised_with_its_kind(kind: str, language: Language) -> None:
    assert out_of_scope(OUTSIDE[kind][language], language) == kind.split(":")[0]


@pytest.mark.parametrize(
    ("language", "text"), [(lang, text) for lang, texts in INSIDE.items() for text in texts]
)
def test_rules_question__stays_in_scope(language: Language, text: str) -> None:
    assert out_of_scope(text, language) is None


def test_only_function_words__say_nothing() -> None:
    assert says_nothing("does it work?", "en")
    assert not says_nothing("does trample work?", "en")
