"""Methods and events of a polytty server. Made by `npm run gen` from the server's declarations: do not edit."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Callable, List, Literal, TypedDict, cast

Call = Callable[[str, dict[str, Any]], Any]
AsyncCall = Callable[[str, dict[str, Any]], Awaitable[Any]]


def _given(**params: Any) -> dict[str, Any]:
    return {name: value for name, value in params.items() if value is not None}


class WrighttyGetInfoResultCapabilitiesBridgesItem(TypedDict):
    kind: str
    grade: Literal["bytes", "screens"]
    polled: bool
    unsupported: List[Literal["raw-output", "styles", "cursor", "scrollback", "mouse", "exit-status", "write", "resize", "close", "create", "signal"]]


class WrighttyGetInfoResultCapabilities(TypedDict):
    screenshot: List[Literal["text", "ansi", "json", "svg", "png"]]
    maxSessions: int
    supportsResize: bool
    supportsScrollback: bool
    supportsMouse: bool
    supportsSessionCreate: bool
    supportsColorPalette: bool
    supportsRawOutput: bool
    supportsShellIntegration: bool
    recording: List[Literal["session", "video", "actions"]]
    events: List[str]
    extensions: List[str]
    bridges: List[WrighttyGetInfoResultCapabilitiesBridgesItem]


class _WrighttyGetInfoResult(TypedDict):
    version: str
    implementation: str
    authentication: Literal["none", "password"]
    capabilities: WrighttyGetInfoResultCapabilities


class WrighttyGetInfoResult(_WrighttyGetInfoResult, total=False):
    name: str


class WrighttyAuthenticateResult(TypedDict):
    authenticated: Literal[True]


class SessionCreateResult(TypedDict):
    sessionId: str


class SessionDestroyResult(TypedDict):
    exitCode: int | None


class SessionListResultSessionsItemBridge(TypedDict):
    kind: str
    grade: Literal["bytes", "screens"]
    polled: bool
    unsupported: List[Literal["raw-output", "styles", "cursor", "scrollback", "mouse", "exit-status", "write", "resize", "close", "create", "signal"]]


class _SessionListResultSessionsItem(TypedDict):
    sessionId: str
    name: str
    title: str
    cwd: str | None
    cols: int
    rows: int
    pid: int | None
    running: bool
    alternateScreen: bool


class SessionListResultSessionsItem(_SessionListResultSessionsItem, total=False):
    bridge: SessionListResultSessionsItemBridge


class SessionListResult(TypedDict):
    sessions: List[SessionListResultSessionsItem]


class SessionGetInfoResultBridge(TypedDict):
    kind: str
    grade: Literal["bytes", "screens"]
    polled: bool
    unsupported: List[Literal["raw-output", "styles", "cursor", "scrollback", "mouse", "exit-status", "write", "resize", "close", "create", "signal"]]


class _SessionGetInfoResult(TypedDict):
    sessionId: str
    name: str
    title: str
    cwd: str | None
    cols: int
    rows: int
    pid: int | None
    running: bool
    alternateScreen: bool


class SessionGetInfoResult(_SessionGetInfoResult, total=False):
    bridge: SessionGetInfoResultBridge


class SessionGetReadinessResultReadinessEvidenceItem(TypedDict):
    fact: str
    value: str


class SessionGetReadinessResultReadiness(TypedDict):
    state: Literal["exited", "stopped", "prompt", "continuation", "secret-input", "line-input", "key-input", "animating", "busy", "blocked-output", "stuck", "quiet"]
    since: int
    confidence: float
    secret: bool
    prompt: str | None
    evidence: List[SessionGetReadinessResultReadinessEvidenceItem]
    pid: int | None
    command: str | None
    exitCode: int | None


class SessionGetReadinessResult(TypedDict):
    readiness: SessionGetReadinessResultReadiness
    revision: int


class SessionWaitForReadyResultReadinessEvidenceItem(TypedDict):
    fact: str
    value: str


class SessionWaitForReadyResultReadiness(TypedDict):
    state: Literal["exited", "stopped", "prompt", "continuation", "secret-input", "line-input", "key-input", "animating", "busy", "blocked-output", "stuck", "quiet"]
    since: int
    confidence: float
    secret: bool
    prompt: str | None
    evidence: List[SessionWaitForReadyResultReadinessEvidenceItem]
    pid: int | None
    command: str | None
    exitCode: int | None


class SessionWaitForReadyResult(TypedDict):
    ready: bool
    readiness: SessionWaitForReadyResultReadiness
    revision: int
    elapsed: int


class ScreenGetContentsResultCursor(TypedDict):
    row: int
    col: int
    visible: bool
    shape: Literal["block", "underline", "bar"]


class ScreenGetContentsResultCellsItemItemFg(TypedDict):
    r: int
    g: int
    b: int


class ScreenGetContentsResultCellsItemItemBg(TypedDict):
    r: int
    g: int
    b: int


class ScreenGetContentsResultCellsItemItemAttrsUnderlineColor(TypedDict):
    r: int
    g: int
    b: int


class ScreenGetContentsResultCellsItemItemAttrs(TypedDict):
    bold: bool
    italic: bool
    underline: Literal["none", "single", "double", "curly", "dotted", "dashed"]
    underlineColor: ScreenGetContentsResultCellsItemItemAttrsUnderlineColor | None
    strikethrough: bool
    dim: bool
    blink: bool
    reverse: bool
    hidden: bool


class ScreenGetContentsResultCellsItemItem(TypedDict):
    char: str
    width: Literal[0] | Literal[1] | Literal[2]
    fg: ScreenGetContentsResultCellsItemItemFg
    bg: ScreenGetContentsResultCellsItemItemBg
    attrs: ScreenGetContentsResultCellsItemItemAttrs
    hyperlink: str | None


class ScreenGetContentsResult(TypedDict):
    rows: int
    cols: int
    cursor: ScreenGetContentsResultCursor
    cells: List[List[ScreenGetContentsResultCellsItemItem]]
    alternateScreen: bool


class ScreenGetTextResult(TypedDict):
    text: str


class ScreenGetScrollbackResultLinesItem(TypedDict):
    text: str
    lineNumber: int


class ScreenGetScrollbackResult(TypedDict):
    lines: List[ScreenGetScrollbackResultLinesItem]
    totalScrollback: int


class ScreenWaitForTextResultMatchesItem(TypedDict):
    text: str
    row: int
    col: int
    length: int


class _ScreenWaitForTextResult(TypedDict):
    found: bool
    matches: List[ScreenWaitForTextResultMatchesItem]
    elapsed: int


class ScreenWaitForTextResult(_ScreenWaitForTextResult, total=False):
    staleSince: int


class ScreenWaitForCursorResultCursor(TypedDict):
    row: int
    col: int
    visible: bool
    shape: Literal["block", "underline", "bar"]


class ScreenWaitForCursorResult(TypedDict):
    cursor: ScreenWaitForCursorResultCursor
    elapsed: int


class _ScreenScreenshotResult(TypedDict):
    format: Literal["png", "svg", "html", "ansi", "text", "json"]
    data: str


class ScreenScreenshotResult(_ScreenScreenshotResult, total=False):
    width: int
    height: int


class TerminalGetSizeResult(TypedDict):
    cols: int
    rows: int


class TerminalGetColorPaletteResultPaletteValue(TypedDict):
    r: int
    g: int
    b: int


class TerminalGetColorPaletteResult(TypedDict):
    palette: dict[str, TerminalGetColorPaletteResultPaletteValue]


class TerminalGetModesResult(TypedDict):
    cursorKeyMode: Literal["normal", "application"]
    keypadMode: Literal["numeric", "application"]
    alternateScreen: bool
    bracketedPaste: bool
    mouseTracking: Literal["none", "x10", "normal", "cellMotion", "allMotion"]
    mouseEncoding: Literal["default", "utf8", "sgr", "urxvt", "sgrPixel"]
    focusReporting: bool
    cursorVisible: bool
    cursorStyle: str
    autoWrap: bool
    reverseVideo: bool
    originMode: bool
    synchronizedOutput: bool


class RecordingStartSessionResult(TypedDict):
    recordingId: str


class _RecordingStopSessionResult(TypedDict):
    format: Literal["asciicast-v2", "asciicast-v3"]
    data: str
    duration: float
    events: int


class RecordingStopSessionResult(_RecordingStopSessionResult, total=False):
    endedEarly: str


class RecordingStartActionsResult(TypedDict):
    recordingId: str


class _RecordingStopActionsResultData2Item(TypedDict):
    time: float
    method: str
    params: dict[str, Any]


class RecordingStopActionsResultData2Item(_RecordingStopActionsResultData2Item, total=False):
    error: str


class _RecordingStopActionsResult(TypedDict):
    format: Literal["python", "json", "cli"]
    data: str | List[RecordingStopActionsResultData2Item]
    actions: int
    duration: float


class RecordingStopActionsResult(_RecordingStopActionsResult, total=False):
    endedEarly: str


class RecordingCaptureScreenResult(TypedDict):
    frameId: int
    timestamp: float
    format: Literal["svg", "text", "png"]
    data: str


class RecordingStartScreenCaptureResult(TypedDict):
    recordingId: str


class RecordingStopScreenCaptureResultFramesItem(TypedDict):
    frameId: int
    timestamp: float
    format: Literal["svg", "text", "png"]
    data: str


class _RecordingStopScreenCaptureResult(TypedDict):
    frames: List[RecordingStopScreenCaptureResultFramesItem]
    duration: float
    frameCount: int
    format: Literal["svg", "text", "png"]


class RecordingStopScreenCaptureResult(_RecordingStopScreenCaptureResult, total=False):
    endedEarly: str


class RecordingStartVideoResult(TypedDict):
    recordingId: str


class _RecordingStopVideoResult(TypedDict):
    format: Literal["mp4", "webm", "gif"]
    path: str
    duration: float
    frames: int
    width: int
    height: int
    size: int


class RecordingStopVideoResult(_RecordingStopVideoResult, total=False):
    endedEarly: str


class EventsSubscribeResult(TypedDict):
    subscriptionId: str
    subscribedEvents: List[str]


class _PolyttyListSessionsResultSessionsItemExit(TypedDict):
    code: int | None
    signal: str | None


class PolyttyListSessionsResultSessionsItemExit(_PolyttyListSessionsResultSessionsItemExit, total=False):
    reason: str


class PolyttyListSessionsResultSessionsItemReadinessEvidenceItem(TypedDict):
    fact: str
    value: str


class PolyttyListSessionsResultSessionsItemReadiness(TypedDict):
    state: Literal["exited", "stopped", "prompt", "continuation", "secret-input", "line-input", "key-input", "animating", "busy", "blocked-output", "stuck", "quiet"]
    since: int
    confidence: float
    secret: bool
    prompt: str | None
    evidence: List[PolyttyListSessionsResultSessionsItemReadinessEvidenceItem]
    pid: int | None
    command: str | None
    exitCode: int | None


class PolyttyListSessionsResultSessionsItemBridge(TypedDict):
    kind: str
    grade: Literal["bytes", "screens"]
    polled: bool
    unsupported: List[Literal["raw-output", "styles", "cursor", "scrollback", "mouse", "exit-status", "write", "resize", "close", "create", "signal"]]


class _PolyttyListSessionsResultSessionsItem(TypedDict):
    id: str
    name: str
    command: List[str]
    pid: int
    title: str
    cols: int
    rows: int
    ageMs: int
    idleMs: int
    exit: PolyttyListSessionsResultSessionsItemExit | None
    readiness: PolyttyListSessionsResultSessionsItemReadiness
    clients: dict[str, int]
    node: str | None


class PolyttyListSessionsResultSessionsItem(_PolyttyListSessionsResultSessionsItem, total=False):
    bridge: PolyttyListSessionsResultSessionsItemBridge
    handedOver: bool


class PolyttyListSessionsResult(TypedDict):
    sessions: List[PolyttyListSessionsResultSessionsItem]


class PolyttyGetStatusResultSessions(TypedDict):
    running: int
    ended: int
    most: int


class PolyttyGetStatusResult(TypedDict):
    version: str
    name: str | None
    pid: int
    uptimeMs: int
    sessions: PolyttyGetStatusResultSessions
    memoryBytes: int
    persistent: bool


class PolyttyRestartResult(TypedDict):
    pid: int


class PolyttyReviveResult(TypedDict):
    sessionId: str


class PolyttyListNodesResultNodesItem(TypedDict):
    node: str
    machine: str
    pool: str
    labels: dict[str, str]
    state: Literal["joining", "ready"]
    draining: bool
    running: int
    most: int
    version: str


class PolyttyListNodesResult(TypedDict):
    node: str | None
    connected: bool
    nodes: List[PolyttyListNodesResultNodesItem]


class AgentActResult(TypedDict):
    text: str
    isError: bool
    exitCode: int | None
    missed: bool


class AgentRunResult(TypedDict):
    text: str
    isError: bool
    exitCode: int | None
    missed: bool


class AgentLookResult(TypedDict):
    text: str
    isError: bool
    exitCode: int | None
    missed: bool


class AgentListPendingResultPendingItem(TypedDict):
    id: str
    session: str
    input: str


class AgentListPendingResult(TypedDict):
    pending: List[AgentListPendingResultPendingItem]


class BridgeListPanesResultPanesItem(TypedDict):
    id: str
    name: str
    title: str
    cols: int
    rows: int
    pid: int | None
    command: str
    cwd: str | None
    sessionId: str | None


class BridgeListPanesResult(TypedDict):
    kind: str
    grade: Literal["bytes", "screens"]
    polled: bool
    unsupported: List[Literal["raw-output", "styles", "cursor", "scrollback", "mouse", "exit-status", "write", "resize", "close", "create", "signal"]]
    address: str
    panes: List[BridgeListPanesResultPanesItem]


class BridgeAdoptResult(TypedDict):
    sessionId: str
    name: str


class ScreenUpdatedEventDirtyRegion(TypedDict):
    top: int
    left: int
    bottom: int
    right: int


class ScreenUpdatedEvent(TypedDict):
    dirtyRegion: ScreenUpdatedEventDirtyRegion | None


class SessionExitedEvent(TypedDict):
    exitCode: int | None
    signal: str | None


class SessionReadinessChangedEventReadinessEvidenceItem(TypedDict):
    fact: str
    value: str


class SessionReadinessChangedEventReadiness(TypedDict):
    state: Literal["exited", "stopped", "prompt", "continuation", "secret-input", "line-input", "key-input", "animating", "busy", "blocked-output", "stuck", "quiet"]
    since: int
    confidence: float
    secret: bool
    prompt: str | None
    evidence: List[SessionReadinessChangedEventReadinessEvidenceItem]
    pid: int | None
    command: str | None
    exitCode: int | None


class SessionReadinessChangedEvent(TypedDict):
    readiness: SessionReadinessChangedEventReadiness


class SessionOutputEvent(TypedDict):
    data: str


class TerminalTitleChangedEvent(TypedDict):
    title: str
    iconName: str | None


class TerminalCwdChangedEvent(TypedDict):
    cwd: str
    uri: str | None


class TerminalAlternateScreenEvent(TypedDict):
    active: bool


class TerminalCursorChangedEvent(TypedDict):
    visible: bool
    shape: Literal["block", "underline", "bar"]
    blinking: bool


class ShellOutputStartEvent(TypedDict):
    command: str | None


class ShellCommandFinishedEvent(TypedDict):
    exitCode: int | None


class TerminalNotificationEvent(TypedDict):
    title: str | None
    body: str
    urgency: Literal["low", "normal", "critical"]
    source: Literal["osc9", "osc99", "osc777"]


class TerminalClipboardSetEvent(TypedDict):
    selection: str
    text: str
    base64: str


class _TerminalProgressChangedEvent(TypedDict):
    state: Literal["none", "value", "error", "indeterminate", "warning"]


class TerminalProgressChangedEvent(_TerminalProgressChangedEvent, total=False):
    percent: float


class TerminalModeChangedEvent(TypedDict):
    mode: str
    enabled: bool


class TerminalFocusChangedEvent(TypedDict):
    focused: bool


class TerminalImageDisplayedEvent(TypedDict):
    protocol: Literal["sixel", "kitty", "iterm2"]
    row: int
    col: int
    widthCells: int
    heightCells: int
    widthPixels: int
    heightPixels: int
    imageId: int | None


class TerminalColorPaletteChangedEventChangesValue(TypedDict):
    r: int
    g: int
    b: int


class TerminalColorPaletteChangedEvent(TypedDict):
    changes: dict[str, TerminalColorPaletteChangedEventChangesValue | None]
    source: Literal["osc4", "osc10", "push", "pop"]


class TerminalRemoteHostChangedEvent(TypedDict):
    user: str
    host: str


class TerminalUserVariableSetEvent(TypedDict):
    key: str
    value: str


class TerminalFileTransferEvent(TypedDict):
    action: Literal["send", "receive", "progress", "complete", "error"]
    filename: str | None
    progress: float | None
    error: str | None


class SessionCreatePlace(TypedDict, total=False):
    node: str
    pool: str
    labels: dict[str, str]


class SessionCreateTerminal(TypedDict, total=False):
    scrollback: int
    allowChecksum: bool
    allowClipboardRead: bool
    cellWidth: int
    cellHeight: int


class _InputSendKeysKeysItem2(TypedDict):
    key: Literal["Char"]
    char: str


class InputSendKeysKeysItem2(_InputSendKeysKeysItem2, total=False):
    modifiers: List[Literal["Ctrl", "Alt", "Shift", "Meta"]] | None


class _InputSendKeysKeysItem22(TypedDict):
    key: Literal["F"]
    n: int


class InputSendKeysKeysItem22(_InputSendKeysKeysItem22, total=False):
    modifiers: List[Literal["Ctrl", "Alt", "Shift", "Meta"]] | None


class _InputSendKeysKeysItem23(TypedDict):
    key: Literal["Enter", "Tab", "Backspace", "Delete", "Escape", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown", "Insert"]


class InputSendKeysKeysItem23(_InputSendKeysKeysItem23, total=False):
    modifiers: List[Literal["Ctrl", "Alt", "Shift", "Meta"]] | None


class ScreenGetContentsRegion(TypedDict):
    top: int
    left: int
    bottom: int
    right: int


class ScreenGetTextRegion(TypedDict):
    top: int
    left: int
    bottom: int
    right: int


class ScreenWaitForTextRegion(TypedDict):
    top: int
    left: int
    bottom: int
    right: int


class ScreenScreenshotFont(TypedDict, total=False):
    family: str | None
    size: float | None


class TerminalSetColorPalettePaletteValue(TypedDict):
    r: int
    g: int
    b: int


class EventsSubscribeOptions(TypedDict, total=False):
    screenDebounceMs: float | None


class AgentRunSurroundings(TypedDict):
    cwd: str
    env: dict[str, str]


EventName = Literal[
    "Screen.updated",
    "Session.exited",
    "Session.readinessChanged",
    "Session.output",
    "Terminal.bell",
    "Terminal.titleChanged",
    "Terminal.cwdChanged",
    "Terminal.alternateScreen",
    "Terminal.cursorChanged",
    "Shell.promptStart",
    "Shell.commandStart",
    "Shell.outputStart",
    "Shell.commandFinished",
    "Terminal.notification",
    "Terminal.clipboardSet",
    "Terminal.progressChanged",
    "Terminal.modeChanged",
    "Terminal.focusChanged",
    "Terminal.imageDisplayed",
    "Terminal.colorPaletteChanged",
    "Terminal.remoteHostChanged",
    "Terminal.userVariableSet",
    "Terminal.fileTransfer",
]

EVENTS: dict[str, type] = {
    "Screen.updated": ScreenUpdatedEvent,
    "Session.exited": SessionExitedEvent,
    "Session.readinessChanged": SessionReadinessChangedEvent,
    "Session.output": SessionOutputEvent,
    "Terminal.bell": dict[str, Any],
    "Terminal.titleChanged": TerminalTitleChangedEvent,
    "Terminal.cwdChanged": TerminalCwdChangedEvent,
    "Terminal.alternateScreen": TerminalAlternateScreenEvent,
    "Terminal.cursorChanged": TerminalCursorChangedEvent,
    "Shell.promptStart": dict[str, Any],
    "Shell.commandStart": dict[str, Any],
    "Shell.outputStart": ShellOutputStartEvent,
    "Shell.commandFinished": ShellCommandFinishedEvent,
    "Terminal.notification": TerminalNotificationEvent,
    "Terminal.clipboardSet": TerminalClipboardSetEvent,
    "Terminal.progressChanged": TerminalProgressChangedEvent,
    "Terminal.modeChanged": TerminalModeChangedEvent,
    "Terminal.focusChanged": TerminalFocusChangedEvent,
    "Terminal.imageDisplayed": TerminalImageDisplayedEvent,
    "Terminal.colorPaletteChanged": TerminalColorPaletteChangedEvent,
    "Terminal.remoteHostChanged": TerminalRemoteHostChangedEvent,
    "Terminal.userVariableSet": TerminalUserVariableSetEvent,
    "Terminal.fileTransfer": TerminalFileTransferEvent,
}


class Wrightty:
    def __init__(self, call: Call) -> None:
        self._call = call

    def get_info(self) -> WrighttyGetInfoResult:
        """What this server is and what it can do. Needs no authentication."""
        return cast("WrighttyGetInfoResult", self._call("Wrightty.getInfo", _given()))

    def authenticate(self, *, password: str) -> WrighttyAuthenticateResult:
        """Give the password for this connection."""
        return cast("WrighttyAuthenticateResult", self._call("Wrightty.authenticate", _given(password=password)))


class AsyncWrightty:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def get_info(self) -> WrighttyGetInfoResult:
        """What this server is and what it can do. Needs no authentication."""
        return cast("WrighttyGetInfoResult", await self._call("Wrightty.getInfo", _given()))

    async def authenticate(self, *, password: str) -> WrighttyAuthenticateResult:
        """Give the password for this connection."""
        return cast("WrighttyAuthenticateResult", await self._call("Wrightty.authenticate", _given(password=password)))


class Session:
    def __init__(self, call: Call) -> None:
        self._call = call

    def create(self, *, shell: str | None = None, args: List[str] | None = None, cols: int | None = None, rows: int | None = None, env: dict[str, str | None] | None = None, cwd: str | None = None, name: str | None = None, isolate: bool | None = None, place: SessionCreatePlace | None = None, terminal: SessionCreateTerminal | None = None) -> SessionCreateResult:
        """Spawn a program on a new terminal. The session takes input as soon as this returns."""
        return cast("SessionCreateResult", self._call("Session.create", _given(shell=shell, args=args, cols=cols, rows=rows, env=env, cwd=cwd, name=name, isolate=isolate, place=place, terminal=terminal)))

    def destroy(self, *, session_id: str, signal: str | None = None, grace_ms: int | None = None) -> SessionDestroyResult:
        """End the program and forget the session. SIGTERM first, SIGKILL after five seconds, unless a signal is given."""
        return cast("SessionDestroyResult", self._call("Session.destroy", _given(sessionId=session_id, signal=signal, graceMs=grace_ms)))

    def list(self, *, include_ended: bool | None = None) -> SessionListResult:
        """The running sessions, whichever dialect made them."""
        return cast("SessionListResult", self._call("Session.list", _given(includeEnded=include_ended)))

    def get_info(self, *, session_id: str) -> SessionGetInfoResult:
        """One session as Session.list shows it."""
        return cast("SessionGetInfoResult", self._call("Session.getInfo", _given(sessionId=session_id)))

    def get_readiness(self, *, session_id: str) -> SessionGetReadinessResult:
        """Whether the program waits for its user now, and for what, with the facts that say so."""
        return cast("SessionGetReadinessResult", self._call("Session.getReadiness", _given(sessionId=session_id)))

    def wait_for_ready(self, *, session_id: str, states: List[Literal["exited", "stopped", "prompt", "continuation", "secret-input", "line-input", "key-input", "animating", "busy", "blocked-output", "stuck", "quiet"]] | None = None, timeout: float | None = None) -> SessionWaitForReadyResult:
        """Wait until the program has answered all that was typed and waits for more, or has ended."""
        return cast("SessionWaitForReadyResult", self._call("Session.waitForReady", _given(sessionId=session_id, states=states, timeout=timeout)))


class AsyncSession:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def create(self, *, shell: str | None = None, args: List[str] | None = None, cols: int | None = None, rows: int | None = None, env: dict[str, str | None] | None = None, cwd: str | None = None, name: str | None = None, isolate: bool | None = None, place: SessionCreatePlace | None = None, terminal: SessionCreateTerminal | None = None) -> SessionCreateResult:
        """Spawn a program on a new terminal. The session takes input as soon as this returns."""
        return cast("SessionCreateResult", await self._call("Session.create", _given(shell=shell, args=args, cols=cols, rows=rows, env=env, cwd=cwd, name=name, isolate=isolate, place=place, terminal=terminal)))

    async def destroy(self, *, session_id: str, signal: str | None = None, grace_ms: int | None = None) -> SessionDestroyResult:
        """End the program and forget the session. SIGTERM first, SIGKILL after five seconds, unless a signal is given."""
        return cast("SessionDestroyResult", await self._call("Session.destroy", _given(sessionId=session_id, signal=signal, graceMs=grace_ms)))

    async def list(self, *, include_ended: bool | None = None) -> SessionListResult:
        """The running sessions, whichever dialect made them."""
        return cast("SessionListResult", await self._call("Session.list", _given(includeEnded=include_ended)))

    async def get_info(self, *, session_id: str) -> SessionGetInfoResult:
        """One session as Session.list shows it."""
        return cast("SessionGetInfoResult", await self._call("Session.getInfo", _given(sessionId=session_id)))

    async def get_readiness(self, *, session_id: str) -> SessionGetReadinessResult:
        """Whether the program waits for its user now, and for what, with the facts that say so."""
        return cast("SessionGetReadinessResult", await self._call("Session.getReadiness", _given(sessionId=session_id)))

    async def wait_for_ready(self, *, session_id: str, states: List[Literal["exited", "stopped", "prompt", "continuation", "secret-input", "line-input", "key-input", "animating", "busy", "blocked-output", "stuck", "quiet"]] | None = None, timeout: float | None = None) -> SessionWaitForReadyResult:
        """Wait until the program has answered all that was typed and waits for more, or has ended."""
        return cast("SessionWaitForReadyResult", await self._call("Session.waitForReady", _given(sessionId=session_id, states=states, timeout=timeout)))


class Input:
    def __init__(self, call: Call) -> None:
        self._call = call

    def send_keys(self, *, session_id: str, keys: List[str | InputSendKeysKeysItem2 | InputSendKeysKeysItem22 | InputSendKeysKeysItem23], key: str | None = None) -> dict[str, Any]:
        """Press keys one after another, encoded as the program asked for them (cursor mode, kitty keyboard …)."""
        return cast("dict[str, Any]", self._call("Input.sendKeys", _given(sessionId=session_id, keys=keys, key=key)))

    def send_text(self, *, session_id: str, text: str, key: str | None = None) -> dict[str, Any]:
        """Write text to the program as it is, without interpreting it."""
        return cast("dict[str, Any]", self._call("Input.sendText", _given(sessionId=session_id, text=text, key=key)))

    def send_mouse(self, *, session_id: str, event: Literal["press", "release", "move", "scroll"], row: int, col: int, button: Literal["left", "right", "middle", "none", "scrollUp", "scrollDown", "scrollLeft", "scrollRight"] | None = None, modifiers: List[Literal["Ctrl", "Alt", "Shift", "Meta"]] | None = None) -> dict[str, Any]:
        """Send a mouse event in the tracking mode and encoding that the program asked for."""
        return cast("dict[str, Any]", self._call("Input.sendMouse", _given(sessionId=session_id, event=event, row=row, col=col, button=button, modifiers=modifiers)))


class AsyncInput:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def send_keys(self, *, session_id: str, keys: List[str | InputSendKeysKeysItem2 | InputSendKeysKeysItem22 | InputSendKeysKeysItem23], key: str | None = None) -> dict[str, Any]:
        """Press keys one after another, encoded as the program asked for them (cursor mode, kitty keyboard …)."""
        return cast("dict[str, Any]", await self._call("Input.sendKeys", _given(sessionId=session_id, keys=keys, key=key)))

    async def send_text(self, *, session_id: str, text: str, key: str | None = None) -> dict[str, Any]:
        """Write text to the program as it is, without interpreting it."""
        return cast("dict[str, Any]", await self._call("Input.sendText", _given(sessionId=session_id, text=text, key=key)))

    async def send_mouse(self, *, session_id: str, event: Literal["press", "release", "move", "scroll"], row: int, col: int, button: Literal["left", "right", "middle", "none", "scrollUp", "scrollDown", "scrollLeft", "scrollRight"] | None = None, modifiers: List[Literal["Ctrl", "Alt", "Shift", "Meta"]] | None = None) -> dict[str, Any]:
        """Send a mouse event in the tracking mode and encoding that the program asked for."""
        return cast("dict[str, Any]", await self._call("Input.sendMouse", _given(sessionId=session_id, event=event, row=row, col=col, button=button, modifiers=modifiers)))


class Screen:
    def __init__(self, call: Call) -> None:
        self._call = call

    def get_contents(self, *, session_id: str, region: ScreenGetContentsRegion | None = None) -> ScreenGetContentsResult:
        """The cells of the screen with their attributes; colours resolved to RGB by the active palette."""
        return cast("ScreenGetContentsResult", self._call("Screen.getContents", _given(sessionId=session_id, region=region)))

    def get_text(self, *, session_id: str, region: ScreenGetTextRegion | None = None, trim_trailing_whitespace: bool | None = None) -> ScreenGetTextResult:
        """The visible screen as plain text, rows separated by newlines."""
        return cast("ScreenGetTextResult", self._call("Screen.getText", _given(sessionId=session_id, region=region, trimTrailingWhitespace=trim_trailing_whitespace)))

    def get_scrollback(self, *, session_id: str, lines: int | None = None, offset: int | None = None) -> ScreenGetScrollbackResult:
        """Lines that have scrolled off the top, oldest first."""
        return cast("ScreenGetScrollbackResult", self._call("Screen.getScrollback", _given(sessionId=session_id, lines=lines, offset=offset)))

    def wait_for_text(self, *, session_id: str, pattern: str, is_regex: bool | None = None, region: ScreenWaitForTextRegion | None = None, timeout: float | None = None, fresh_since: int | None = None, interval: float | None = None) -> ScreenWaitForTextResult:
        """Wait until text or a pattern is on the screen. A timeout is an answer (`found: false`), not an error."""
        return cast("ScreenWaitForTextResult", self._call("Screen.waitForText", _given(sessionId=session_id, pattern=pattern, isRegex=is_regex, region=region, timeout=timeout, freshSince=fresh_since, interval=interval)))

    def wait_for_cursor(self, *, session_id: str, row: int | None = None, col: int | None = None, timeout: float | None = None) -> ScreenWaitForCursorResult:
        """Wait until the cursor is at a row, a column, or both."""
        return cast("ScreenWaitForCursorResult", self._call("Screen.waitForCursor", _given(sessionId=session_id, row=row, col=col, timeout=timeout)))

    def screenshot(self, *, session_id: str, format: Literal["png", "svg", "html", "ansi", "text", "json"], theme: str | dict[str, Any] | None = None, font: ScreenScreenshotFont | None = None, scale: float | None = None, padding: float | None = None, frame: bool | None = None, title: str | None = None) -> ScreenScreenshotResult:
        """The screen as text, ANSI, JSON, SVG or PNG."""
        return cast("ScreenScreenshotResult", self._call("Screen.screenshot", _given(sessionId=session_id, format=format, theme=theme, font=font, scale=scale, padding=padding, frame=frame, title=title)))


class AsyncScreen:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def get_contents(self, *, session_id: str, region: ScreenGetContentsRegion | None = None) -> ScreenGetContentsResult:
        """The cells of the screen with their attributes; colours resolved to RGB by the active palette."""
        return cast("ScreenGetContentsResult", await self._call("Screen.getContents", _given(sessionId=session_id, region=region)))

    async def get_text(self, *, session_id: str, region: ScreenGetTextRegion | None = None, trim_trailing_whitespace: bool | None = None) -> ScreenGetTextResult:
        """The visible screen as plain text, rows separated by newlines."""
        return cast("ScreenGetTextResult", await self._call("Screen.getText", _given(sessionId=session_id, region=region, trimTrailingWhitespace=trim_trailing_whitespace)))

    async def get_scrollback(self, *, session_id: str, lines: int | None = None, offset: int | None = None) -> ScreenGetScrollbackResult:
        """Lines that have scrolled off the top, oldest first."""
        return cast("ScreenGetScrollbackResult", await self._call("Screen.getScrollback", _given(sessionId=session_id, lines=lines, offset=offset)))

    async def wait_for_text(self, *, session_id: str, pattern: str, is_regex: bool | None = None, region: ScreenWaitForTextRegion | None = None, timeout: float | None = None, fresh_since: int | None = None, interval: float | None = None) -> ScreenWaitForTextResult:
        """Wait until text or a pattern is on the screen. A timeout is an answer (`found: false`), not an error."""
        return cast("ScreenWaitForTextResult", await self._call("Screen.waitForText", _given(sessionId=session_id, pattern=pattern, isRegex=is_regex, region=region, timeout=timeout, freshSince=fresh_since, interval=interval)))

    async def wait_for_cursor(self, *, session_id: str, row: int | None = None, col: int | None = None, timeout: float | None = None) -> ScreenWaitForCursorResult:
        """Wait until the cursor is at a row, a column, or both."""
        return cast("ScreenWaitForCursorResult", await self._call("Screen.waitForCursor", _given(sessionId=session_id, row=row, col=col, timeout=timeout)))

    async def screenshot(self, *, session_id: str, format: Literal["png", "svg", "html", "ansi", "text", "json"], theme: str | dict[str, Any] | None = None, font: ScreenScreenshotFont | None = None, scale: float | None = None, padding: float | None = None, frame: bool | None = None, title: str | None = None) -> ScreenScreenshotResult:
        """The screen as text, ANSI, JSON, SVG or PNG."""
        return cast("ScreenScreenshotResult", await self._call("Screen.screenshot", _given(sessionId=session_id, format=format, theme=theme, font=font, scale=scale, padding=padding, frame=frame, title=title)))


class Terminal:
    def __init__(self, call: Call) -> None:
        self._call = call

    def resize(self, *, session_id: str, cols: int, rows: int) -> dict[str, Any]:
        """Change the size; the program is notified by SIGWINCH."""
        return cast("dict[str, Any]", self._call("Terminal.resize", _given(sessionId=session_id, cols=cols, rows=rows)))

    def get_size(self, *, session_id: str) -> TerminalGetSizeResult:
        """The current size in cells."""
        return cast("TerminalGetSizeResult", self._call("Terminal.getSize", _given(sessionId=session_id)))

    def set_color_palette(self, *, session_id: str, palette: dict[str, TerminalSetColorPalettePaletteValue]) -> dict[str, Any]:
        """Override colours of the palette; what is not named keeps its colour."""
        return cast("dict[str, Any]", self._call("Terminal.setColorPalette", _given(sessionId=session_id, palette=palette)))

    def get_color_palette(self, *, session_id: str) -> TerminalGetColorPaletteResult:
        """All 256 colours, foreground, background and cursor as they are now."""
        return cast("TerminalGetColorPaletteResult", self._call("Terminal.getColorPalette", _given(sessionId=session_id)))

    def get_modes(self, *, session_id: str) -> TerminalGetModesResult:
        """What the program has configured."""
        return cast("TerminalGetModesResult", self._call("Terminal.getModes", _given(sessionId=session_id)))


class AsyncTerminal:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def resize(self, *, session_id: str, cols: int, rows: int) -> dict[str, Any]:
        """Change the size; the program is notified by SIGWINCH."""
        return cast("dict[str, Any]", await self._call("Terminal.resize", _given(sessionId=session_id, cols=cols, rows=rows)))

    async def get_size(self, *, session_id: str) -> TerminalGetSizeResult:
        """The current size in cells."""
        return cast("TerminalGetSizeResult", await self._call("Terminal.getSize", _given(sessionId=session_id)))

    async def set_color_palette(self, *, session_id: str, palette: dict[str, TerminalSetColorPalettePaletteValue]) -> dict[str, Any]:
        """Override colours of the palette; what is not named keeps its colour."""
        return cast("dict[str, Any]", await self._call("Terminal.setColorPalette", _given(sessionId=session_id, palette=palette)))

    async def get_color_palette(self, *, session_id: str) -> TerminalGetColorPaletteResult:
        """All 256 colours, foreground, background and cursor as they are now."""
        return cast("TerminalGetColorPaletteResult", await self._call("Terminal.getColorPalette", _given(sessionId=session_id)))

    async def get_modes(self, *, session_id: str) -> TerminalGetModesResult:
        """What the program has configured."""
        return cast("TerminalGetModesResult", await self._call("Terminal.getModes", _given(sessionId=session_id)))


class Recording:
    def __init__(self, call: Call) -> None:
        self._call = call

    def start_session(self, *, session_id: str, include_input: bool | None = None, version: Literal[2, 3] | None = None) -> RecordingStartSessionResult:
        """Record what the program writes, with times, as asciicast."""
        return cast("RecordingStartSessionResult", self._call("Recording.startSession", _given(sessionId=session_id, includeInput=include_input, version=version)))

    def stop_session(self, *, recording_id: str) -> RecordingStopSessionResult:
        """End a session recording and give the cast."""
        return cast("RecordingStopSessionResult", self._call("Recording.stopSession", _given(recordingId=recording_id)))

    def start_actions(self, *, session_id: str, format: Literal["python", "json", "cli"] | None = None) -> RecordingStartActionsResult:
        """Record the calls made to a session, as a script that makes them again."""
        return cast("RecordingStartActionsResult", self._call("Recording.startActions", _given(sessionId=session_id, format=format)))

    def stop_actions(self, *, recording_id: str) -> RecordingStopActionsResult:
        """End an action recording and give the script."""
        return cast("RecordingStopActionsResult", self._call("Recording.stopActions", _given(recordingId=recording_id)))

    def capture_screen(self, *, session_id: str, format: Literal["svg", "text", "png"] | None = None) -> RecordingCaptureScreenResult:
        """One frame of the screen, now."""
        return cast("RecordingCaptureScreenResult", self._call("Recording.captureScreen", _given(sessionId=session_id, format=format)))

    def start_screen_capture(self, *, session_id: str, interval_ms: int | None = None, format: Literal["svg", "text", "png"] | None = None) -> RecordingStartScreenCaptureResult:
        """Take frames of the screen at an interval."""
        return cast("RecordingStartScreenCaptureResult", self._call("Recording.startScreenCapture", _given(sessionId=session_id, intervalMs=interval_ms, format=format)))

    def stop_screen_capture(self, *, recording_id: str) -> RecordingStopScreenCaptureResult:
        """End a series of frames and give them."""
        return cast("RecordingStopScreenCaptureResult", self._call("Recording.stopScreenCapture", _given(recordingId=recording_id)))

    def start_video(self, *, session_id: str, fps: float | None = None, interval_ms: float | None = None, format: Literal["mp4", "webm", "gif"] | None = None) -> RecordingStartVideoResult:
        """Record the screen as a video. mp4 and webm need ffmpeg on the PATH; gif needs nothing."""
        return cast("RecordingStartVideoResult", self._call("Recording.startVideo", _given(sessionId=session_id, fps=fps, intervalMs=interval_ms, format=format)))

    def stop_video(self, *, recording_id: str) -> RecordingStopVideoResult:
        """End a video recording and write the file. The caller owns it and removes it."""
        return cast("RecordingStopVideoResult", self._call("Recording.stopVideo", _given(recordingId=recording_id)))


class AsyncRecording:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def start_session(self, *, session_id: str, include_input: bool | None = None, version: Literal[2, 3] | None = None) -> RecordingStartSessionResult:
        """Record what the program writes, with times, as asciicast."""
        return cast("RecordingStartSessionResult", await self._call("Recording.startSession", _given(sessionId=session_id, includeInput=include_input, version=version)))

    async def stop_session(self, *, recording_id: str) -> RecordingStopSessionResult:
        """End a session recording and give the cast."""
        return cast("RecordingStopSessionResult", await self._call("Recording.stopSession", _given(recordingId=recording_id)))

    async def start_actions(self, *, session_id: str, format: Literal["python", "json", "cli"] | None = None) -> RecordingStartActionsResult:
        """Record the calls made to a session, as a script that makes them again."""
        return cast("RecordingStartActionsResult", await self._call("Recording.startActions", _given(sessionId=session_id, format=format)))

    async def stop_actions(self, *, recording_id: str) -> RecordingStopActionsResult:
        """End an action recording and give the script."""
        return cast("RecordingStopActionsResult", await self._call("Recording.stopActions", _given(recordingId=recording_id)))

    async def capture_screen(self, *, session_id: str, format: Literal["svg", "text", "png"] | None = None) -> RecordingCaptureScreenResult:
        """One frame of the screen, now."""
        return cast("RecordingCaptureScreenResult", await self._call("Recording.captureScreen", _given(sessionId=session_id, format=format)))

    async def start_screen_capture(self, *, session_id: str, interval_ms: int | None = None, format: Literal["svg", "text", "png"] | None = None) -> RecordingStartScreenCaptureResult:
        """Take frames of the screen at an interval."""
        return cast("RecordingStartScreenCaptureResult", await self._call("Recording.startScreenCapture", _given(sessionId=session_id, intervalMs=interval_ms, format=format)))

    async def stop_screen_capture(self, *, recording_id: str) -> RecordingStopScreenCaptureResult:
        """End a series of frames and give them."""
        return cast("RecordingStopScreenCaptureResult", await self._call("Recording.stopScreenCapture", _given(recordingId=recording_id)))

    async def start_video(self, *, session_id: str, fps: float | None = None, interval_ms: float | None = None, format: Literal["mp4", "webm", "gif"] | None = None) -> RecordingStartVideoResult:
        """Record the screen as a video. mp4 and webm need ffmpeg on the PATH; gif needs nothing."""
        return cast("RecordingStartVideoResult", await self._call("Recording.startVideo", _given(sessionId=session_id, fps=fps, intervalMs=interval_ms, format=format)))

    async def stop_video(self, *, recording_id: str) -> RecordingStopVideoResult:
        """End a video recording and write the file. The caller owns it and removes it."""
        return cast("RecordingStopVideoResult", await self._call("Recording.stopVideo", _given(recordingId=recording_id)))


class Events:
    def __init__(self, call: Call) -> None:
        self._call = call

    def subscribe(self, *, session_id: str, events: List[str], options: EventsSubscribeOptions | None = None) -> EventsSubscribeResult:
        """Subscribe to the events of a session on this connection. Unknown events are left out of `subscribedEvents`. Where the program has ended, `Session.exited` comes at once."""
        return cast("EventsSubscribeResult", self._call("Events.subscribe", _given(sessionId=session_id, events=events, options=options)))

    def unsubscribe(self, *, subscription_id: str) -> dict[str, Any]:
        """End a subscription of this connection."""
        return cast("dict[str, Any]", self._call("Events.unsubscribe", _given(subscriptionId=subscription_id)))


class AsyncEvents:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def subscribe(self, *, session_id: str, events: List[str], options: EventsSubscribeOptions | None = None) -> EventsSubscribeResult:
        """Subscribe to the events of a session on this connection. Unknown events are left out of `subscribedEvents`. Where the program has ended, `Session.exited` comes at once."""
        return cast("EventsSubscribeResult", await self._call("Events.subscribe", _given(sessionId=session_id, events=events, options=options)))

    async def unsubscribe(self, *, subscription_id: str) -> dict[str, Any]:
        """End a subscription of this connection."""
        return cast("dict[str, Any]", await self._call("Events.unsubscribe", _given(subscriptionId=subscription_id)))


class Polytty:
    def __init__(self, call: Call) -> None:
        self._call = call

    def list_sessions(self) -> PolyttyListSessionsResult:
        """Every session, running and ended, with its age, its size and who uses it."""
        return cast("PolyttyListSessionsResult", self._call("Polytty.listSessions", _given()))

    def get_status(self) -> PolyttyGetStatusResult:
        """The server process: what it is, how long it has run, and what it holds."""
        return cast("PolyttyGetStatusResult", self._call("Polytty.getStatus", _given()))

    def stop(self) -> dict[str, Any]:
        """End every session, and the server."""
        return cast("dict[str, Any]", self._call("Polytty.stop", _given()))

    def restart(self) -> PolyttyRestartResult:
        """Replace the server by a new one, of a newer version if that was installed; sessions go on."""
        return cast("PolyttyRestartResult", self._call("Polytty.restart", _given()))

    def revive(self, *, session_id: str) -> PolyttyReviveResult:
        """Start the command of a revived session again, where it was, in a session of the same name."""
        return cast("PolyttyReviveResult", self._call("Polytty.revive", _given(sessionId=session_id)))

    def list_nodes(self) -> PolyttyListNodesResult:
        """The nodes of the fleet that this server is one of; none where it stands alone."""
        return cast("PolyttyListNodesResult", self._call("Polytty.listNodes", _given()))

    def drain(self, *, draining: bool, node: str | None = None) -> dict[str, Any]:
        """Start no more sessions on a node, or do so again. Those that run go on."""
        return cast("dict[str, Any]", self._call("Polytty.drain", _given(draining=draining, node=node)))


class AsyncPolytty:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def list_sessions(self) -> PolyttyListSessionsResult:
        """Every session, running and ended, with its age, its size and who uses it."""
        return cast("PolyttyListSessionsResult", await self._call("Polytty.listSessions", _given()))

    async def get_status(self) -> PolyttyGetStatusResult:
        """The server process: what it is, how long it has run, and what it holds."""
        return cast("PolyttyGetStatusResult", await self._call("Polytty.getStatus", _given()))

    async def stop(self) -> dict[str, Any]:
        """End every session, and the server."""
        return cast("dict[str, Any]", await self._call("Polytty.stop", _given()))

    async def restart(self) -> PolyttyRestartResult:
        """Replace the server by a new one, of a newer version if that was installed; sessions go on."""
        return cast("PolyttyRestartResult", await self._call("Polytty.restart", _given()))

    async def revive(self, *, session_id: str) -> PolyttyReviveResult:
        """Start the command of a revived session again, where it was, in a session of the same name."""
        return cast("PolyttyReviveResult", await self._call("Polytty.revive", _given(sessionId=session_id)))

    async def list_nodes(self) -> PolyttyListNodesResult:
        """The nodes of the fleet that this server is one of; none where it stands alone."""
        return cast("PolyttyListNodesResult", await self._call("Polytty.listNodes", _given()))

    async def drain(self, *, draining: bool, node: str | None = None) -> dict[str, Any]:
        """Start no more sessions on a node, or do so again. Those that run go on."""
        return cast("dict[str, Any]", await self._call("Polytty.drain", _given(draining=draining, node=node)))


class Agent:
    def __init__(self, call: Call) -> None:
        self._call = call

    def act(self, *, session: str | None = None, keys: str | None = None, text: str | None = None, until: str | None = None, timeout: float | None = None, see: Literal["changes", "screen", "none"] | None = None) -> AgentActResult:
        """Type keys and text, wait for the answer, and say which rows changed."""
        return cast("AgentActResult", self._call("Agent.act", _given(session=session, keys=keys, text=text, until=until, timeout=timeout, see=see)))

    def run(self, *, command: str, session: str | None = None, timeout: float | None = None, max: int | None = None, surroundings: AgentRunSurroundings | None = None) -> AgentRunResult:
        """Run a command in a shell to its end: its exit code, and its output within about `max` tokens."""
        return cast("AgentRunResult", self._call("Agent.run", _given(command=command, session=session, timeout=timeout, max=max, surroundings=surroundings)))

    def look(self, *, session: str | None = None, at: Literal["screen", "outline", "history", "styles"] | None = None, find: str | None = None, lines: str | None = None) -> AgentLookResult:
        """The screen in few words, its elements, lines of its history, or its colours."""
        return cast("AgentLookResult", self._call("Agent.look", _given(session=session, at=at, find=find, lines=lines)))

    def give_back(self, *, session_id: str) -> dict[str, Any]:
        """Give a session back to the agent that handed it over; nothing where it was not."""
        return cast("dict[str, Any]", self._call("Agent.giveBack", _given(sessionId=session_id)))

    def list_pending(self) -> AgentListPendingResult:
        """Inputs that wait until someone agrees to them."""
        return cast("AgentListPendingResult", self._call("Agent.listPending", _given()))

    def decide(self, *, id: str, decision: Literal["approved", "denied"]) -> dict[str, Any]:
        """Agree to an input that waits, or refuse it."""
        return cast("dict[str, Any]", self._call("Agent.decide", _given(id=id, decision=decision)))


class AsyncAgent:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def act(self, *, session: str | None = None, keys: str | None = None, text: str | None = None, until: str | None = None, timeout: float | None = None, see: Literal["changes", "screen", "none"] | None = None) -> AgentActResult:
        """Type keys and text, wait for the answer, and say which rows changed."""
        return cast("AgentActResult", await self._call("Agent.act", _given(session=session, keys=keys, text=text, until=until, timeout=timeout, see=see)))

    async def run(self, *, command: str, session: str | None = None, timeout: float | None = None, max: int | None = None, surroundings: AgentRunSurroundings | None = None) -> AgentRunResult:
        """Run a command in a shell to its end: its exit code, and its output within about `max` tokens."""
        return cast("AgentRunResult", await self._call("Agent.run", _given(command=command, session=session, timeout=timeout, max=max, surroundings=surroundings)))

    async def look(self, *, session: str | None = None, at: Literal["screen", "outline", "history", "styles"] | None = None, find: str | None = None, lines: str | None = None) -> AgentLookResult:
        """The screen in few words, its elements, lines of its history, or its colours."""
        return cast("AgentLookResult", await self._call("Agent.look", _given(session=session, at=at, find=find, lines=lines)))

    async def give_back(self, *, session_id: str) -> dict[str, Any]:
        """Give a session back to the agent that handed it over; nothing where it was not."""
        return cast("dict[str, Any]", await self._call("Agent.giveBack", _given(sessionId=session_id)))

    async def list_pending(self) -> AgentListPendingResult:
        """Inputs that wait until someone agrees to them."""
        return cast("AgentListPendingResult", await self._call("Agent.listPending", _given()))

    async def decide(self, *, id: str, decision: Literal["approved", "denied"]) -> dict[str, Any]:
        """Agree to an input that waits, or refuse it."""
        return cast("dict[str, Any]", await self._call("Agent.decide", _given(id=id, decision=decision)))


class Bridge:
    def __init__(self, call: Call) -> None:
        self._call = call

    def list_panes(self, *, kind: Literal["tmux", "kitty", "wezterm", "zellij", "screen", "ghostty", "command"], where: str | None = None) -> BridgeListPanesResult:
        """The panes of another terminal, and which sessions they are."""
        return cast("BridgeListPanesResult", self._call("Bridge.listPanes", _given(kind=kind, where=where)))

    def adopt(self, *, kind: Literal["tmux", "kitty", "wezterm", "zellij", "screen", "ghostty", "command"], pane: str, where: str | None = None) -> BridgeAdoptResult:
        """Make a session of a pane of another terminal. What runs in it goes on when the session is released."""
        return cast("BridgeAdoptResult", self._call("Bridge.adopt", _given(kind=kind, pane=pane, where=where)))

    def follow(self, *, kind: Literal["tmux", "kitty", "wezterm", "zellij", "screen", "ghostty", "command"], where: str | None = None) -> dict[str, Any]:
        """Make sessions of all panes of another terminal, and of those that come."""
        return cast("dict[str, Any]", self._call("Bridge.follow", _given(kind=kind, where=where)))

    def release(self, *, session_id: str) -> dict[str, Any]:
        """Forget the session of a pane, which goes on as it is."""
        return cast("dict[str, Any]", self._call("Bridge.release", _given(sessionId=session_id)))


class AsyncBridge:
    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    async def list_panes(self, *, kind: Literal["tmux", "kitty", "wezterm", "zellij", "screen", "ghostty", "command"], where: str | None = None) -> BridgeListPanesResult:
        """The panes of another terminal, and which sessions they are."""
        return cast("BridgeListPanesResult", await self._call("Bridge.listPanes", _given(kind=kind, where=where)))

    async def adopt(self, *, kind: Literal["tmux", "kitty", "wezterm", "zellij", "screen", "ghostty", "command"], pane: str, where: str | None = None) -> BridgeAdoptResult:
        """Make a session of a pane of another terminal. What runs in it goes on when the session is released."""
        return cast("BridgeAdoptResult", await self._call("Bridge.adopt", _given(kind=kind, pane=pane, where=where)))

    async def follow(self, *, kind: Literal["tmux", "kitty", "wezterm", "zellij", "screen", "ghostty", "command"], where: str | None = None) -> dict[str, Any]:
        """Make sessions of all panes of another terminal, and of those that come."""
        return cast("dict[str, Any]", await self._call("Bridge.follow", _given(kind=kind, where=where)))

    async def release(self, *, session_id: str) -> dict[str, Any]:
        """Forget the session of a pane, which goes on as it is."""
        return cast("dict[str, Any]", await self._call("Bridge.release", _given(sessionId=session_id)))


class Domains:
    def __init__(self, call: Call) -> None:
        self.wrightty = Wrightty(call)
        self.session = Session(call)
        self.input = Input(call)
        self.screen = Screen(call)
        self.terminal = Terminal(call)
        self.recording = Recording(call)
        self.events = Events(call)
        self.polytty = Polytty(call)
        self.agent = Agent(call)
        self.bridge = Bridge(call)


class AsyncDomains:
    def __init__(self, call: AsyncCall) -> None:
        self.wrightty = AsyncWrightty(call)
        self.session = AsyncSession(call)
        self.input = AsyncInput(call)
        self.screen = AsyncScreen(call)
        self.terminal = AsyncTerminal(call)
        self.recording = AsyncRecording(call)
        self.events = AsyncEvents(call)
        self.polytty = AsyncPolytty(call)
        self.agent = AsyncAgent(call)
        self.bridge = AsyncBridge(call)
