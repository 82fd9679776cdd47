"""A list of things to do: Down and Up move, Space ticks, q quits."""

import sys
import termios
import tty

WIDTH = 30
items = ["buy milk", "call mum", "write tests"]
done = [True, False, False]
at = 0


def draw() -> None:
    rows = [f" {sum(done)}/{len(items)} done"]
    for index, item in enumerate(items):
        row = f"[{'x' if done[index] else ' '}] {item}".ljust(24)
        rows.append(f" \x1b[7;32m{row}\x1b[m" if index == at else f" {row}")
    rows.append(" [ Quit ]")
    lines = [f"│{row}\x1b[{WIDTH + 2}G│" for row in rows]
    frame = ["╭" + "─" * WIDTH + "╮", *lines, "╰" + "─" * WIDTH + "╯"]
    sys.stdout.write("\x1b[H\x1b[2J" + "\r\n".join(frame))
    sys.stdout.flush()


def read() -> str:
    key = sys.stdin.buffer.raw.read(16)
    return key.decode() if key else "q"


before = termios.tcgetattr(0)
tty.setraw(0)
sys.stdout.write("\x1b[?1049h\x1b[?25l\x1b[?1000;1006h")
try:
    while True:
        draw()
        key = read()
        if key == "q" or key.startswith("\x1b[<0;") and key.endswith(";6M"):
            break
        if key in ("\x1b[B", "\x1bOB"):
            at = min(at + 1, len(items) - 1)
        elif key in ("\x1b[A", "\x1bOA"):
            at = max(at - 1, 0)
        elif key == " ":
            done[at] = not done[at]
finally:
    sys.stdout.write("\x1b[?1000;1006l\x1b[?25h\x1b[?1049l")
    sys.stdout.flush()
    termios.tcsetattr(0, termios.TCSADRAIN, before)
