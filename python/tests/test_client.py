import asyncio
from typing import Iterator

import pytest

from polytty import AsyncClient, Client, PolyttyError, Server


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as started:
        yield started


def test_drives_a_session(server: Server) -> None:
    with server.connect() as client:
        assert client.wrightty.get_info()["implementation"] == "polytty"
        session = client.session.create(shell="/bin/cat", cols=40, rows=5)["sessionId"]
        client.events.subscribe(session_id=session, events=["Session.exited"])
        client.input.send_text(session_id=session, text="meow\n")
        found = client.screen.wait_for_text(session_id=session, pattern="meow")
        assert found["found"]
        client.session.destroy(session_id=session)
        event = next(client.notifications())
        assert event["params"]["sessionId"] == session


def test_what_is_wrong_is_said(server: Server) -> None:
    with server.connect() as client:
        with pytest.raises(PolyttyError, match="Session not found") as failure:
            client.screen.get_text(session_id="nobody")
        assert failure.value.code == 1001


def test_calls_may_overlap(server: Server) -> None:
    async def run() -> None:
        async with await AsyncClient.connect(server.socket) as client:
            session = (await client.session.create(shell="/bin/cat"))["sessionId"]
            await client.events.subscribe(session_id=session, events=["Session.exited"])
            waiting = asyncio.ensure_future(client.screen.wait_for_text(session_id=session, pattern="later"))
            await client.input.send_text(session_id=session, text="later")
            assert (await waiting)["found"]
            await client.session.destroy(session_id=session)
            async for event in client.notifications():
                assert event["params"]["sessionId"] == session
                break

    asyncio.run(run())


def test_no_server() -> None:
    with pytest.raises(PolyttyError, match="no server answers at /nowhere"):
        Client("/nowhere")
