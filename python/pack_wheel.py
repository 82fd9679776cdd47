"""Packs a folder as a wheel: `python3 pack_wheel.py FOLDER TAG OUT`. Needs nothing but Python itself."""

from __future__ import annotations

import base64
import hashlib
import re
import sys
import zipfile
from pathlib import Path

TIME = (2020, 1, 1, 0, 0, 0)


def main(folder: Path, tag: str, out: Path) -> None:
    project = (Path(__file__).parent / "pyproject.toml").read_text()
    version = find(project, "version")
    info = f"polytty-{version}.dist-info"
    files = {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
    files[f"{info}/METADATA"] = metadata(project, version).encode()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: polytty\nRoot-Is-Purelib: false\nTag: py3-none-{tag}\n".encode()
    )
    files[f"{info}/entry_points.txt"] = (
        b"[console_scripts]\npolytty = polytty.__main__:main\n\n[pytest11]\npolytty = polytty.pytest_plugin\n"
    )
    record = [f"{name},sha256={digest(content)},{len(content)}" for name, content in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    out.mkdir(parents=True, exist_ok=True)
    wheel = out / f"polytty-{version}-py3-none-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, TIME)
            # Commands and native modules may be run.
            entry.external_attr = (0o755 if re.search(r"/bin/[^/]+$|\.node$|spawn-helper$", name) else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    print(f"{wheel}: {wheel.stat().st_size / 2**20:.1f} MiB, {len(files)} files")


def find(project: str, key: str) -> str:
    found = re.search(rf'^{key} = "(.*)"$', project, re.MULTILINE)
    assert found, f"pyproject.toml has no {key}"
    return found[1]


def metadata(project: str, version: str) -> str:
    lines = [
        "Metadata-Version: 2.4",
        "Name: polytty",
        f"Version: {version}",
        f"Summary: {find(project, 'description')}",
        f"License-Expression: {find(project, 'license')}",
        f"Requires-Python: {find(project, 'requires-python')}",
        "Description-Content-Type: text/markdown",
    ]
    extras = re.split(r"^\[", project.split("[project.optional-dependencies]")[1], flags=re.MULTILINE)[0]
    for extra, needed in re.findall(r'^(\w+) = \["([^"]+)"\]$', extras, re.MULTILINE):
        lines += [f"Provides-Extra: {extra}", f'Requires-Dist: {needed}; extra == "{extra}"']
    readme = (Path(__file__).parent / "README.md").read_text()
    return "\n".join([*lines, "", readme])


def digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
