"""Values as the test kit reads them: patterns, bytes, times in milliseconds, names in its own spelling."""

from __future__ import annotations

import base64
import re
from typing import Any, Pattern, Union

Text = Union[str, Pattern[str]]

_FLAGS = ((re.IGNORECASE, "i"), (re.MULTILINE, "m"), (re.DOTALL, "s"))


def value(given: Any) -> Any:
    """One argument."""
    if isinstance(given, re.Pattern):
        return pattern(given)
    if isinstance(given, (bytes, bytearray)):
        return {"$bytes": base64.b64encode(given).decode()}
    if hasattr(given, "_chain"):
        return {"$locator": given._chain}
    if isinstance(given, dict):
        return {key: value(one) for key, one in given.items()}
    if isinstance(given, (list, tuple)):
        return [value(one) for one in given]
    return given


def pattern(given: Pattern[str]) -> dict[str, str]:
    """A pattern of Python's; its groups with names are spelled differently there."""
    source = re.sub(r"\(\?P<", "(?<", given.pattern)
    source = re.sub(r"\(\?P=(\w+)\)", r"\\k<\1>", source)
    flags = "".join(letter for flag, letter in _FLAGS if given.flags & flag)
    return {"$pattern": source, "$flags": flags + "u" if not given.pattern.isascii() else flags}


def options(**given: Any) -> dict[str, Any]:
    """Options that were given: `hasText` from `has_text`, `timeoutMs` in milliseconds from `timeout` in seconds."""
    out: dict[str, Any] = {}
    for name, one in given.items():
        if one is None:
            continue
        key = re.sub(r"_(\w)", lambda found: found[1].upper(), name)
        if name in ("timeout", "settle", "start", "end"):
            out[f"{key}Ms"] = one * 1000
        else:
            out[key] = value(one)
    return out


def trailing(given: dict[str, Any]) -> list[dict[str, Any]]:
    """Options as the last argument, where there are any."""
    return [given] if given else []
