"""A fake Discord on loopback: REST, gateway, limits and faults, for the unmodified discord.py client."""

from .gateway import FAULTS, Fault
from .interactions import Interaction
from .people import FakeUser
from .server import FakeDiscord
from .world import Message, Place

__all__ = ["FAULTS", "FakeDiscord", "FakeUser", "Fault", "Interaction", "Message", "Place"]
