"""What a running bot measures about itself. No label holds anything that a person wrote or that names one."""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from importlib.metadata import version
from types import SimpleNamespace
from typing import Any, Final, Protocol

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
QUICK: Final = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0)
SLOW: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.5, 5.0, 10.0, 30.0, 60.0)
_CALLBACK: Final = re.compile(r"/interactions/(\d+)/[^/]+/callback")
_REMEMBERED: Final = 5000
"""Interactions whose acknowledgement is awaited; the oldest are forgotten first."""


class Queued(Protocol):
    """A kind of work with a queue that is bounded."""

    name: str
    limit: int

    def length(self) -> int: ...


class Metrics:
    """The figures of one bot; times are in seconds. To be used on the event loop."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._received: OrderedDict[int, tuple[float, str]] = OrderedDict()
        self._interactions = self._counter("judgecall_interactions", "Interactions received.", "kind", "name")
        self._errors = self._counter("judgecall_errors", "Errors that people were told about.", "kind")
        self._requests = self._counter("judgecall_discord_requests", "REST requests to Discord.", "status")
        self._connections = self._counter(
            "judgecall_gateway_connections", "What became of the gateway connection.", "event"
        )
        self._acknowledged = Histogram(
            "judgecall_acknowledgement_seconds",
            "From an interaction's arrival to Discord's receipt of the first answer, within 3 s.",
            ["kind"],
            buckets=QUICK,
            registry=self.registry,
        )
        self._stages = Histogram(
            "judgecall_answer_seconds",
            "Answering a question, by stage; total is without the wait in the queue.",
            ["stage"],
            buckets=SLOW,
            registry=self.registry,
        )
        self._lag = Histogram(
            "judgecall_loop_lag_seconds",
            "How late the event loop wakes up a timer.",
            buckets=QUICK,
            registry=self.registry,
        )
        self._queues = self._gauge("judgecall_queue_length", "Jobs that wait or are being done.", "queue")
        self._limits = self._gauge(
            "judgecall_queue_limit", "Beyond it people are told to come back.", "queue"
        )
        Info("judgecall", "The version that runs.", registry=self.registry).info(
            {"version": version("judgecall")}
        )
        ProcessCollector(registry=self.registry)

    def _counter(self, name: str, what: str, *labels: str) -> Counter:
        return Counter(name, what, labels, registry=self.registry)

    def _gauge(self, name: str, what: str, *labels: str) -> Gauge:
        return Gauge(name, what, labels, registry=self.registry)

    def watch(self, name: str, what: str, value: Callable[[], float]) -> None:
        """A figure that is looked up whenever somebody asks."""
        Gauge(name, what, registry=self.registry).set_function(value)

    def watch_queue(self, name: str, length: Callable[[], float], limit: int) -> None:
        """A queue's length, looked up whenever somebody asks."""
        self._queues.labels(name).set_function(length)
        self._limits.labels(name).set(limit)

    def watch_worker(self, worker: Queued) -> None:
        """The queue of a kind of work, under the work's name."""
        self.watch_queue(worker.name, worker.length, worker.limit)

    def interaction(self, id: int, kind: str, name: str) -> None:
        """An interaction has come in; `name` is one of ours, never what was sent."""
        self._interactions.labels(kind, name).inc()
        self._received[id] = (time.perf_counter(), kind)
        while len(self._received) > _REMEMBERED:
            self._received.popitem(last=False)

    def answered(self, timings_ms: Mapping[str, float], waited: float) -> None:
        """A question was answered: the answer's own timings in milliseconds, and the wait in the queue in seconds."""
        self._stages.labels("queue").observe(waited)
        for stage, milliseconds in timings_ms.items():
            self._stages.labels(stage).observe(milliseconds / 1000)

    def error(self, kind: str) -> None:
        """Something went wrong."""
        self._errors.labels(kind).inc()

    def connection(self, event: str) -> None:
        """The gateway connection came, went or was taken up again."""
        self._connections.labels(event).inc()

    def lag(self, seconds: float) -> None:
        """The event loop woke up so late."""
        self._lag.observe(seconds)

    def page(self) -> bytes:
        """Everything in Prometheus' text format."""
        return generate_latest(self.registry)

    def trace(self) -> aiohttp.TraceConfig:
        """Listens to the client's REST requests: their status, and when an interaction was acknowledged."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._ended)
        config.on_request_exception.append(self._failed)
        return config

    async def _ended(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, done: aiohttp.TraceRequestEndParams
    ) -> None:
        self._requests.labels(str(done.response.status)).inc()
        found = _CALLBACK.search(done.url.path)
        if found is None or done.response.status >= 300:
            return
        known = self._received.pop(int(found[1]), None)
        if known is not None:
            received, kind = known
            self._acknowledged.labels(kind).observe(time.perf_counter() - received)

    async def _failed(self, session: aiohttp.ClientSession, context: SimpleNamespace, failed: Any) -> None:
        self._requests.labels("failed").inc()
