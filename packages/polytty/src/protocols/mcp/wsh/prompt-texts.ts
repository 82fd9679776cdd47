/** The words of the prompts. Each stands on its own: a host may show one without the others. */
interface Prompt {
  readonly name: string
  readonly description: string
  readonly text: string
}

export const prompts: readonly Prompt[] = [
  {
    name: 'wsh:core',
    description: 'The tools, and the loop of typing, waiting, looking and deciding.',
    text: `# wsh:core-mcp: terminal sessions as tools

A session is a real program on a real terminal. You type into it as a person would, and you see what a person would see.

1. Make a session with wsh_create_session: a shell, or a \`command\`. Give it a \`name\` and \`tags\` that say what it is for.
2. Do one step with wsh_run_command: it types \`input\` as it is (end a command with "\\n"), waits until nothing has happened
   for \`timeout_ms\`, and answers with the screen. Silence is not the end of a command: a compiler may think for longer
   than two seconds. Look for the prompt, or for what the command prints last.
3. Read the screen, decide, go on. If the answer is an error about \`max_wait_ms\`, the program still prints: look at the
   screen that came with it, wait with wsh_await_idle, or stop it with Ctrl+C ("\\u0003" with wsh_send_input).
4. End what you made: wsh_manage_session with \`action\` "kill".

- Ask for \`format\` "plain" unless colours matter.
- wsh_get_scrollback has what has left the screen, oldest line first.
- wsh_await_idle answers with a \`generation\`; give it back as \`last_generation\` to wait for news instead of being answered at
  once that nothing has happened.
- Type passwords only if the user gave them to you for this purpose.`,
  },
  {
    name: 'wsh:drive-process',
    description: 'Running commands and answering what they ask.',
    text: `# Driving a command-line program

- One command at a time with wsh_run_command. Raise \`max_wait_ms\` for builds and tests; keep \`timeout_ms\` at one to three
  seconds, more for programs that pause.
- To know for sure that a command has ended and how, let the shell print it: \`make; echo "exit=$?"\\n\`, and look for
  \`exit=\` in the answer.
- Questions (\`[y/N]\`, "Password:", "Press any key") are the last line of the screen with the cursor behind it. Answer with
  wsh_send_input, then wait with wsh_await_idle.
- Long output leaves the screen: read it with wsh_get_scrollback, or send it to a file or through \`tail\`.
- Pagers: set \`PAGER=cat\` in \`env\` when you make the session, or leave them with "q".
- Ctrl+C is "\\u0003", Ctrl+D "\\u0004", Escape "\\u001b", Tab "\\t".
- Before a command that destroys something, show the user what you are about to type.`,
  },
  {
    name: 'wsh:tui',
    description: 'Working with full-screen programs such as editors and monitors.',
    text: `# Full-screen programs

\`alternate_active: true\` in the screen says that one is running. There is no prompt; the whole screen is the answer.

- Type keys with wsh_send_input: arrows are "\\u001b[A" (up), "\\u001b[B" (down), "\\u001b[C" (right), "\\u001b[D" (left);
  Enter is "\\r", Escape "\\u001b", Backspace "\\u007f".
- After each key or two: wsh_await_idle with a short \`timeout_ms\` (200), then wsh_get_screen. Programs that draw all the
  time never fall silent: look again after a while instead.
- \`format\` "styled" shows what is selected: look for \`inverse\` or another background.
- The cursor shows where you are; trust the screen, not your count of keys.
- Leave as the program wants it: ":q!\\r" in vi, "q" in pagers and monitors, Ctrl+X in nano. Then \`alternate_active\` is
  false again.`,
  },
  {
    name: 'wsh:multi-session',
    description: 'Several sessions at the same time.',
    text: `# Several sessions

- Make one session for each thing that runs at the same time: a server, its log, the tests. Name them by what they do and
  give those that belong together a tag.
- wsh_list_sessions with \`tag\` (a list) shows a group; wsh_manage_session with "add_tags" and "remove_tags" changes it.
- Start all of them with wsh_send_input, which does not wait, then collect: wsh_await_idle on each, wsh_get_screen on each.
- \`last_activity_ms\` in the list says who has been silent for how long.
- Keep the number small and end each session when its work is done.`,
  },
  {
    name: 'wsh:agent-orchestration',
    description: 'Driving other agents through their terminals.',
    text: `# Driving another agent

Another agent is a full-screen program that thinks for long and asks for permission.

- Start it in a session of its own, with a tag, in the folder it is to work in.
- Give it one task at a time: type the text, then Enter ("\\r") by itself.
- Wait with a long silence (\`timeout_ms\` 5000 and more, \`max_wait_ms\` up to 300000) and repeat with \`last_generation\`: such
  programs animate while they think, and fall silent when they are done or ask something.
- Read the whole screen before you answer. A question with choices wants the key that it names.
- Do not grant on the user's behalf what the user has not granted to you.
- Report what it did from what you can see: files, tests, its last words.`,
  },
  {
    name: 'wsh:monitor',
    description: 'Watching a session and noticing what matters.',
    text: `# Watching

- wsh_await_idle with the \`generation\` of the last answer as \`last_generation\` returns only after something new has
  happened and come to rest. An error about \`max_wait_ms\` means: nothing new, or no rest yet.
- Then wsh_get_screen, or wsh_get_scrollback from the line where you stopped (\`offset\`).
- Decide by patterns that you name beforehand: an error, a prompt, a percentage, a question.
- Report to the user in one line what you saw and when; a panel (wsh_panel) keeps it in view without disturbing the program.
- Watching changes nothing: type only when you were asked to.`,
  },
  {
    name: 'wsh:visual-feedback',
    description: 'Showing people something with overlays and panels.',
    text: `# Overlays and panels

- wsh_overlay puts text over the screen at \`x\`, \`y\` (columns and rows from 0); the program does not notice. For what is
  read once: a hint, a warning.
- wsh_panel takes rows at the top or bottom from the program, which is resized. For what stays: progress, a status line.
- Text comes in \`spans\` with \`fg\`, \`bg\`, \`bold\`, \`italic\`, \`underline\`; "\\n" begins a new row.
- Both answer with an \`id\`: call again with it to change what is shown, and take it away with wsh_remove_overlay or
  wsh_remove_panel when it has served its purpose.
- Cover as little as you can, and never what the user is typing.`,
  },
  {
    name: 'wsh:input-capture',
    description: 'Taking over the keyboard for a question to the person at the terminal.',
    text: `# Asking the person at the terminal

- Show the question first, with wsh_overlay or wsh_panel and \`focusable\` true.
- wsh_input_mode with \`mode\` "capture" keeps what is typed on attached terminals from the program; \`focus\` names the
  element that it is meant for. The keys are reported as \`input\` events on the WebSocket; the tools do not show them.
- Say in the question how to leave: Ctrl+\\ releases the keyboard on the person's side at any time.
- Always release again (\`mode\` "release"), also when no one answers, and take the question away.
- What you type with wsh_send_input reaches the program in either mode.`,
  },
  {
    name: 'wsh:generative-ui',
    description: 'Building small interactive surfaces in a terminal.',
    text: `# Small interfaces

- wsh_screen_mode with "enter_alt" sets the overlays and panels of others aside: you begin with none, and "exit_alt" removes
  yours and brings theirs back.
- Lay out with one panel for what stays and overlays for what moves. Higher \`z\` covers lower.
- Give spans an \`id\` where only they change, and change little at a time: people read.
- For choices, draw all of them, mark the chosen one with another background, capture the keyboard, and redraw on each key.
- Leave the terminal as it was: release the keyboard, remove what you drew, leave the alternate mode.`,
  },
  {
    name: 'wsh:cluster-orchestration',
    description: 'Sessions on several servers.',
    text: `# Several servers

This server knows no other: wsh_list_servers names it and lists no one else. Every tool takes \`server\`, which can be its
own name alone; another name is an error.

To work on several machines, connect to the server of each as a tool server of its own, or open a session here and go
there from it (\`ssh host\`), one session a machine, tagged with the machine's name.`,
  },
]
