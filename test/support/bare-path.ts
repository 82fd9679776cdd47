/**
 * Importing this leaves the PATH with Node, npm, git, a shell and the core utilities: what a test needs beyond them it
 * asks for with `needs`, which gives its file the whole PATH back.
 */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOnPath } from '../../scripts/programs.mjs'

const coreUtilities =
  '[ arch b2sum base32 base64 basename basenc cat chcon chgrp chmod chown chroot cksum comm cp csplit cut date dd df dir ' +
  'dircolors dirname du echo env expand expr factor false fmt fold groups head hostid id install join kill link ln ' +
  'logname ls md5sum mkdir mkfifo mknod mktemp mv nice nl nohup nproc numfmt od paste pathchk pinky pr printenv printf ' +
  'ptx pwd readlink realpath rm rmdir runcon seq sha1sum sha224sum sha256sum sha384sum sha512sum shred shuf sleep sort ' +
  'split stat stdbuf stty sum sync tac tail tee test timeout touch tr true truncate tsort tty uname unexpand uniq unlink ' +
  'uptime users vdir wc who whoami yes'

const bare = mkdtempSync(join(tmpdir(), 'polytty-path-'))
process.on('exit', () => rmSync(bare, { recursive: true, force: true }))
symlinkSync(process.execPath, join(bare, 'node'))
for (const name of ['npm', 'npx', 'git', 'sh', ...coreUtilities.split(' ')]) {
  const found = findOnPath(name)
  if (found) symlinkSync(found, join(bare, name))
}
Object.assign(process.env, { POLYTTY_WHOLE_PATH: process.env.PATH, POLYTTY_BARE_PATH: bare, PATH: bare })
