"""The environment as typed settings; nothing else in the project reads environment variables."""

from __future__ import annotations

import datetime as dt
import ipaddress
import re
from pathlib import Path
from urllib.parse import urlsplit

import platformdirs
from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.errors import SettingsError


def default_data_dir() -> Path:
    """The platform's folder for a program's data."""
    return Path(platformdirs.user_data_dir("judgecall", appauthor=False))


class Settings(BaseSettings):
    """Everything that can be set from outside; a secret never shows in its repr."""

    model_config = SettingsConfigDict(extra="ignore", env_ignore_empty=True, frozen=True)

    data_dir: Path = Field(default_factory=default_data_dir, validation_alias="JUDGECALL_DATA")
    discord_token: SecretStr | None = Field(default=None, validation_alias="DISCORD_TOKEN")
    discord_token_file: Path | None = Field(default=None, validation_alias="DISCORD_TOKEN_FILE")
    discord_api: str | None = Field(default=None, validation_alias="JUDGECALL_DISCORD_API")
    discord_gateway: str | None = Field(default=None, validation_alias="JUDGECALL_DISCORD_GATEWAY")
    embedder: str = Field(default="bundled:minilm", validation_alias="EMBEDDER")
    cards_url: str | None = Field(default=None, validation_alias="CARDS_URL")
    rules_url: str | None = Field(default=None, validation_alias="RULES_URL")
    sync_contact: str | None = Field(default=None, max_length=200, validation_alias="SYNC_CONTACT")
    database_url: SecretStr | None = Field(default=None, validation_alias="DATABASE_URL")
    health_port: int | None = Field(default=None, ge=0, le=65535, validation_alias="HEALTH_PORT")
    health_host: str = Field(default="127.0.0.1", validation_alias="HEALTH_HOST")
    sync_daily: str = Field(default="0", validation_alias="SYNC_DAILY")
    notify_socket: str | None = Field(default=None, validation_alias="NOTIFY_SOCKET")
    watchdog_usec: int | None = Field(default=None, validation_alias="WATCHDOG_USEC")
    watchdog_pid: int | None = Field(default=None, validation_alias="WATCHDOG_PID")

    @field_validator("discord_api", "discord_gateway")
    @classmethod
    def _only_loopback(cls, value: str | None) -> str | None:
        if value is not None and not _is_loopback(value):
            raise ValueError(
                "must point to a loopback address such as http://127.0.0.1:8080 (it is for tests)"
            )
        return value

    @field_validator("sync_contact")
    @classmethod
    def _fits_a_header(cls, value: str | None) -> str | None:
        if value is not None and not (value.isascii() and value.isprintable()):
            raise ValueError("must be an address or a page in plain letters, for example me@example.org")
        return value

    @field_validator("embedder")
    @classmethod
    def _known_embedder(cls, value: str) -> str:
        if not value.startswith(("bundled:", "path:", "hub:")):
            raise ValueError("must start with bundled:, path: or hub:, for example bundled:minilm")
        return value

    @field_validator("database_url")
    @classmethod
    def _known_database(cls, value: SecretStr | None) -> SecretStr | None:
        known = ("postgresql://", "postgres://", "postgresql+psycopg://", "sqlite:///")
        if value is not None and not value.get_secret_value().startswith(known):
            raise ValueError("must begin with postgresql:// or sqlite:///")
        return value

    @field_validator("sync_daily")
    @classmethod
    def _known_time(cls, value: str) -> str:
        if value not in ("0", "1") and not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", value):
            raise ValueError("must be 0 (no), 1 (once a day) or a time of the day in UTC such as 04:30")
        return value

    @model_validator(mode="after")
    def _one_token(self) -> Settings:
        if self.discord_token is not None and self.discord_token_file is not None:
            raise ValueError("set DISCORD_TOKEN or DISCORD_TOKEN_FILE, not both")
        return self

    @property
    def database(self) -> str | Path:
        """Where the bot's own state is: an address, which may hold a password, or the path of a SQLite file."""
        if self.database_url is not None:
            return self.database_url.get_secret_value()
        return self.data_dir / "state.sqlite3"

    @property
    def syncs_daily(self) -> bool:
        """Whether the running bot fetches new cards, rulings and rules once a day."""
        return self.sync_daily != "0"

    @property
    def sync_time(self) -> dt.time | None:
        """The time of the day (UTC) for that; None for a day after the last time."""
        return dt.time.fromisoformat(self.sync_daily) if ":" in self.sync_daily else None

    @property
    def has_token(self) -> bool:
        """Whether a Discord token was given, by value or by file."""
        return self.discord_token is not None or self.discord_token_file is not None

    def token(self) -> str:
        """The Discord token; raises `SettingsError` when there is none or its file cannot be read."""
        if self.discord_token is not None:
            return self.discord_token.get_secret_value().strip()
        if self.discord_token_file is None:
            raise SettingsError("no Discord token: set DISCORD_TOKEN or DISCORD_TOKEN_FILE")
        try:
            token = self.discord_token_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise SettingsError(f"the file named by DISCORD_TOKEN_FILE cannot be read: {error}") from error
        if not token:
            raise SettingsError("the file named by DISCORD_TOKEN_FILE is empty")
        return token


def _is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname
    if host is None:
        return False
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def load_settings() -> Settings:
    """Read the environment; raises `SettingsError` with one line that names the variable."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        name = ".".join(str(part) for part in first["loc"])
        message = str(first["msg"]).removeprefix("Value error, ")
        raise SettingsError(f"{name}: {message}" if name else message) from None
