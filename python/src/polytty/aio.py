"""A client of a running server for asyncio: calls may overlap, events come beside them."""

from __future__ import annotations

import asyncio
import json
from typing import Any, AsyncIterator

from ._address import socket_path
from ._wrightty import AsyncDomains
from .client import result_of
from .errors import PolyttyError

LINE_BYTES = 64 * 1024 * 1024
MAX_EVENTS = 10_000


class AsyncClient(AsyncDomains):
    """`await AsyncClient.connect()`, then `await client.session.create(…)`."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super().__init__(self.call)
        self._writer = writer
        self._pending: dict[int, asyncio.Future[Any]] = {}
        self._events: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue(MAX_EVENTS)
        self._count = 0
        self._reading = asyncio.ensure_future(self._read(reader))

    @classmethod
    async def connect(cls, server: str | None = None) -> AsyncClient:
        path = socket_path(server)
        try:
            return cls(*await asyncio.open_unix_connection(path, limit=LINE_BYTES))
        except OSError as error:
            raise PolyttyError(
                f"no server answers at {path}: {error.strerror}. Start one with: python -m polytty serve"
            ) from error

    async def call(self, method: str, params: dict[str, Any] | None = None) -> Any:
        """Calls a method by its name on the wire."""
        self._count += 1
        answer = self._pending[self._count] = asyncio.get_running_loop().create_future()
        request = {"jsonrpc": "2.0", "id": self._count, "method": method, "params": params or {}}
        self._writer.write(json.dumps(request).encode() + b"\n")
        await self._writer.drain()
        return await answer

    async def notifications(self) -> AsyncIterator[dict[str, Any]]:
        """Events as they come; ends with the connection."""
        while (event := await self._events.get()) is not None:
            yield event

    async def close(self) -> None:
        self._reading.cancel()
        self._writer.close()
        await self._writer.wait_closed()
        self._end()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _read(self, reader: asyncio.StreamReader) -> None:
        try:
            while line := await reader.readline():
                await self._take(json.loads(line))
        finally:
            self._end()

    async def _take(self, message: dict[str, Any]) -> None:
        answer = self._pending.pop(message.get("id", 0), None)
        if answer is None:
            # One that does not read its events is not sent more of them.
            await self._events.put(message)
        elif not answer.done():
            try:
                answer.set_result(result_of(message))
            except PolyttyError as error:
                answer.set_exception(error)

    def _end(self) -> None:
        for answer in self._pending.values():
            if not answer.done():
                answer.set_exception(PolyttyError("the server has closed the connection"))
        self._pending.clear()
        if not self._events.full():
            self._events.put_nowait(None)
