import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

import { bashTool } from '../../../src/main/adapters/tools/bash-tool.ts'
import { type EscapeRoom, makeEscapeRoom, SECRET } from '../../support/sandbox/escape-room.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'
import { runTool } from './tool-folder.ts'

/** nobody; as root, its folder makes the command run as that user. */
const ORDINARY_USER = 65_534
const ownUid = process.getuid?.() ?? 0
const USERS = ownUid === 0 ? [0, ORDINARY_USER] : [ownUid]

let room: EscapeRoom
let before: unknown
afterEach(() => room.remove())

/** Files that are in the folder beside those of the room. */
const MORE_FILES = ['vendor/deep/lib/.git/config', 'node_modules/pkg/.env.production', 'locked/.env']

async function enter(uid: number): Promise<void> {
  room = await makeEscapeRoom(uid)
  for (const name of MORE_FILES) {
    const path = join(room.folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, name.includes('.env') ? SECRET : 'before')
  }
  execFileSync('mkfifo', [join(room.folder, '.env.pipe')])
  if (ownUid === 0) execFileSync('chown', ['-R', `${uid}:${uid}`, room.folder])
  before = await protectedState()
}

/** Reads every file that can be read, wherever the first step put it. */
const LOOK = 'grep -rsa . . "$ROOM" /tmp 2>/dev/null; find . -type d -exec chmod u+rwx {} + 2>/dev/null; grep -rsa . .'

const PROTECTED = [
  'agent/.env',
  'agent/packages/one/.env.local',
  'agent/.git/config',
  'agent/nested/.git/config',
  'outside/target',
  ...MORE_FILES.map((name) => `agent/${name}`),
]

/** The content of what no command may change, at its own path. */
async function protectedState() {
  execFileSync('chmod', ['-R', 'u+rwX', room.folder])
  const read = (name: string): Promise<string> => readFile(join(room.folder, '..', name), 'utf8').catch(String)
  const hooks = ['.git', 'nested/.git'].map((name) => readdir(join(room.folder, name, 'hooks')).catch(String))
  return { texts: await Promise.all(PROTECTED.map(read)), hooks: await Promise.all(hooks) }
}

interface TwoSteps {
  readonly name: string
  readonly first: string
  /** Missing: LOOK. */
  readonly second?: string
}

const WAYS: readonly TwoSteps[] = [
  { name: 'a folder is moved into node_modules', first: 'mv packages node_modules/packages' },
  { name: 'the folder above is moved', first: 'mv packages/one packages/two; mv packages others' },
  { name: 'a package is moved out of node_modules', first: 'mv node_modules/pkg plain' },
  {
    name: 'a name is not UTF-8',
    first: "mkdir $'w\\xff' && mv packages $'w\\xff/'; mv packages/one $'packages/\\xc3('",
  },
  { name: 'a name has line ends', first: "mkdir $'a\\nb\\n' && mv packages $'a\\nb\\n/'" },
  {
    name: 'a name begins with a dash or is a pattern',
    first: "mkdir ./-P '*' && mv packages ./-P/; mv node_modules '*/'",
  },
  { name: 'a name has backslashes', first: "mkdir 'a\\040b' && mv packages 'a\\040b/'" },
  { name: 'a folder is made unreadable', first: 'mv packages shut; chmod 0 packages shut locked' },
  { name: 'a folder can be entered but not listed', first: 'chmod 0311 packages/one packages' },
  {
    name: 'a link of a start file names a key outside',
    first: 'ln -s "$ROOM/home/.ssh/id_ed25519" .bashrc; ln -s ../home/notes.txt .profile',
  },
  {
    name: 'a link of a repository names the home',
    first: 'mkdir r; ln -s "$ROOM/home" r/.git; ln -s ../../settings .git2',
  },
  {
    name: 'a link of a start file names passwords',
    first: 'ln -s /etc/shadow .zshrc',
    second: 'cat /etc/shadow .zshrc && echo "$SECRET"',
  },
  {
    name: 'a link named like a secret file names another',
    first: 'ln -s ../packages/one/.env.local .env.link; ln -s .. up; ln -s packages/one one',
  },
  { name: 'a hard link is made', first: 'ln .env plain; ln packages/one/.env.local plain2; cp -l locked/.env plain3' },
  {
    name: 'a secret file is removed or replaced',
    first: 'rm -f .env; mv .env .env2; mv packages/one/.env.local x; echo A > .env',
  },
  {
    name: 'a folder is exchanged',
    first: `perl -e 'my ($a, $b) = @ARGV; for my $n (316, 276) { syscall($n, -100, $a, -100, $b, 2) }' packages nested`,
  },
  {
    name: 'a hook is added where a repository is moved',
    first: 'mv nested moved; mv vendor/deep deep',
    second:
      'for d in nested moved deep/lib vendor/deep/lib; do echo evil > $d/.git/hooks/post-checkout; echo evil >> $d/.git/config; done',
  },
  {
    name: 'a repository is replaced',
    first:
      'mv vendor/deep/lib vendor/deep/old || mv vendor/deep vendor/old || mv vendor old; mkdir -p vendor/deep/lib/.git; echo evil > vendor/deep/lib/.git/config',
  },
  {
    name: 'the folder of a repository is removed',
    first: 'rm -rf vendor nested packages',
    second: 'mkdir -p vendor/deep/lib/.git && echo evil > vendor/deep/lib/.git/config',
  },
  {
    name: 'a repository becomes a link',
    first: 'mv vendor old; ln -s old vendor; mv nested/.git nested/git; ln -s git nested/.git',
    second: 'echo evil > vendor/deep/lib/.git/config; echo evil > nested/git/config',
  },
]

describe.runIf(HAS_SANDBOX).each(USERS)('as user %i, in two steps', { timeout: 60_000 }, (uid) => {
  it.each(WAYS)('nothing is read or changed: $name', async ({ first, second = LOOK }) => {
    await enter(uid)
    const inside = async (line: string): Promise<string> => {
      const variables = Object.entries(room.targets).map(([name, value]) => `export ${name}='${value}'`)
      return (await runTool(bashTool(room.context), { command: `${variables.join('; ')}\n${line}` })).content
    }
    const seen = [await inside(first), await inside(second)].join('\n')
    expect({ isSecretShown: seen.includes(SECRET), after: await protectedState() }).toEqual({
      isSecretShown: false,
      after: before,
    })
  })
})
