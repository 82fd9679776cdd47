/** The skill: at most 60 lines, since every one of them is read. */
export const skillText = `---
name: polytty
description: Drive interactive terminal programs (editors, REPLs, menus, prompts, pagers, servers) from a shell.
---
# polytty: programs on real terminals, driven by commands

Use it where a plain shell command would hang or ask: vim, git rebase -i, python, gdb, less, whiptail, ssh, dev servers.

    polytty new -n ed -- vim notes.txt       start a program; the server starts by itself
    polytty do ed 'iHello<Esc>:wq<Enter>'    type, wait for the answer, print what changed
    polytty look ed                          the whole screen
    polytty kill ed                          end it

## Keys
Text is typed as it is. <Enter> <Esc> <Tab> <Space> <BS> <Up> <Down> <PageDown> <Home> <F5> <C-c> <A-x> <S-Tab> are keys,
<Click "OK"> clicks a button, menu or text by name, <Click 3,10> a cell (row, column, from 0), <lt> is <.
A < that does not start a key name is typed: cat <<EOF works. Put many keys into one call. Quote with '…' for the shell.

## What is printed
    ed #58 key-input (vim reads the terminal) 0.02s
    3: Hello▏
First line: session, revision, what the program is doing and why that is known, exit=CODE where there is one, time.
Then the rows that changed: the number of the first row of each block, and its rows. +40: 40 lines scrolled by.
›x‹ is selected, ▏ is the cursor, (×9) a line repeated nine times, ─×30 a rule.

## Waiting
do waits until the program has answered. For something else:
    polytty do web --until 'listening' --timeout 60
    --until ready | exit | change | /regex/ | text | gone:text
Only what appears after the input counts. With '' as keys it only waits.

## Commands in a shell
    polytty run --max 1000 'make test'       exit code and output; long output keeps its ends and its errors
    polytty run --max 1000 -s build 'make'   in the shell of session build
A command that still runs, or asks something, is answered with its screen: go on with polytty do.

## Looking
    polytty look ed --outline                menus, lists, buttons, fields, with places
    polytty look ed --find 'error'           numbered lines of screen and history
    polytty look ed --lines 100-140          those lines
    polytty look ed --styles                 colours
    polytty screenshot ed -o ed.png          a picture
    polytty sessions                         what runs

## Secrets
<secret:NAME> types a secret of the operator's; you never see it. It works only where the program hides what is typed.`
