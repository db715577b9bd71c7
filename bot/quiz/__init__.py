"""Judge training: questions whose right answers the engine finds out at the moment they are asked.

quiz = Quiz(Plays(play_here, knowledge.card))
question = quiz.next(state.quiz.memory(user), "en", now())
outcome = record(state.quiz, user, question, 2, now())
"""

from bot.quiz.items import Item, Items
from bot.quiz.models import Choice, Outcome, Progress, Question, ShownCard, TopicProgress
from bot.quiz.plays import Plays, play_here
from bot.quiz.quiz import LOCAL_USER, Quiz, record
from bot.quiz.texts import QuizTexts, quiz_texts

__all__ = [
    "LOCAL_USER",
    "Choice",
    "Item",
    "Items",
    "Outcome",
    "Plays",
    "Progress",
    "Question",
    "Quiz",
    "QuizTexts",
    "ShownCard",
    "TopicProgress",
    "play_here",
    "quiz_texts",
    "record",
]
