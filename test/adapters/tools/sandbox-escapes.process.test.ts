import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'

import { bashTool } from '../../../src/main/adapters/tools/bash-tool.ts'
import type { ToolOutcome } from '../../../src/main/core/ports/tool-ports.ts'
import type { SandboxLevel } from '../../../src/shared/sandbox.ts'
import { noProcessIn } from '../../support/processes-in.ts'
import { CALL, ESCAPE_ATTEMPTS } from '../../support/sandbox/escape-attempts.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'
import { type EscapeRoom, makeEscapeRoom, NO_DAMAGE, SECRET } from '../../support/sandbox/escape-room.ts'
import { prepared, runTool } from './tool-folder.ts'

/** nobody; as root, its folder makes the command run as that user. */
const ORDINARY_USER = 65_534
const ownUid = process.getuid?.() ?? 0
const USERS = ownUid === 0 ? [0, ORDINARY_USER] : [ownUid]

let room: EscapeRoom
afterEach(() => room.remove())

async function enter(uid: number, level?: SandboxLevel): Promise<void> {
  room = await makeEscapeRoom(uid, level)
}

/** Runs a command line in the sandbox. The variables of the room are set in its text. */
function inside(line: string, timeout_seconds = 30): Promise<ToolOutcome> {
  const variables = Object.entries(room.targets).map(([name, value]) => `export ${name}='${value}'`)
  return runTool(bashTool(room.context), { command: `${variables.join('; ')}\n${CALL}${line}`, timeout_seconds })
}

/** Puts back what an attempt may have moved within the folder. */
const TIDY = '[ -e moved ] && mv moved nested; [ -e others ] && mv others packages'

const TIMEOUT_MS = 120_000

describe.runIf(HAS_SANDBOX).each(USERS)(
  'as user %i, the sandbox (skipped where bubblewrap cannot be used)',
  { timeout: TIMEOUT_MS },
  (uid) => {
    it(`refuses ${ESCAPE_ATTEMPTS.length} ways out`, async () => {
      await enter(uid)
      const script = ESCAPE_ATTEMPTS.map(
        ({ line }, index) =>
          `${TIDY}\nif (\n${line}\n) >/tmp/said 2>&1 9>&-\nthen echo "${index} reached"; cat /tmp/said; else echo "${index} refused"; fi`,
      )
      const { content } = await inside(script.join('\n'), 300)
      const refused = new Set([...content.matchAll(/^(\d+) refused$/gm)].map(([, index]) => Number(index)))
      const reached = ESCAPE_ATTEMPTS.filter((_, index) => !refused.has(index)).map(({ name }) => name)
      expect({ reached, damage: await room.damage(), isSecretShown: content.includes(SECRET) }).toEqual({
        reached: [],
        damage: NO_DAMAGE,
        isSecretShown: false,
      })
    })

    it('has none of the files that were open where it was started', async () => {
      await enter(uid)
      const confined = await room.confine('ls /proc/self/fd | wc -l; echo escaped > /proc/self/fd/5/target')
      const given = `exec 5<'${room.targets['OUT'] ?? ''}' 77</dev/null; exec "$@"`
      const said = spawnSync('bash', ['-c', given, 'bash', confined.command, ...confined.args], { encoding: 'utf8' })
      expect({ said: said.stdout, damage: await room.damage() }).toEqual({ said: '4\n', damage: NO_DAMAGE })
    })

    it('runs no start file of the user before it begins', async () => {
      await enter(uid)
      const [home = '', target] = [room.targets['OUT'], join(room.targets['OUT'] ?? '', 'target')]
      await writeFile(join(home, '.bashrc'), `echo started > '${target}'`)
      const confined = await room.confine('echo inside')
      // Node gives the program a socket as its standard input, which bash takes for a remote login.
      const started = spawn(confined.command, confined.args, { env: { PATH: '/usr/bin:/bin', HOME: home } })
      const [said] = await Promise.all([text(started.stdout), once(started, 'close')])
      expect([said, await readFile(target, 'utf8')]).toEqual(['inside\n', 'before'])
    })

    it('lets a command do its work in the folder', async () => {
      await enter(uid)
      const line =
        'echo made > made.txt; mkdir -p a/b; mv code.txt a/b; git status --short | head -n 3; node -e "console.log(6 * 7)"; echo t > /tmp/t && cat /tmp/t; id -u'
      const { content } = await inside(line)
      expect({ content, made: await readFile(join(room.folder, 'made.txt'), 'utf8') }).toEqual({
        content: expect.stringMatching(new RegExp(`\\?\\? a/\n(.*\n)*42\nt\n${uid}\n\\[exit code 0\\]$`)),
        made: 'made\n',
      })
    })

    it('ends what a command left behind, even in another session', async () => {
      await enter(uid)
      const { content } = await inside(
        '(setsid sh -c "while sleep 0.1; do echo alive >> marker; done" &) ; sleep 0.3; echo done',
      )
      await noProcessIn(room.folder)
      expect(content).toBe('done\n[exit code 0]')
    })

    it('stops a command that starts more and more processes in other sessions', async () => {
      await enter(uid)
      const { content } = await inside('for i in $(seq 900); do setsid sleep 60 & done; wait', 90)
      await noProcessIn(room.folder)
      expect(content).toMatch(/\[Ended: it ran more than 512 processes at once\.|Resource temporarily unavailable/)
    })

    it('ends a command that is cancelled', async () => {
      await enter(uid)
      const call = await prepared(bashTool(room.context), { command: 'echo up; trap "" TERM; sleep 60; sleep 60' })
      const abort = new AbortController()
      const outcome = await call.run({ signal: abort.signal, onOutput: () => abort.abort() })
      await noProcessIn(room.folder)
      expect(outcome.content).toBe('up\n[Cancelled: the command and everything it started was ended.]')
    })

    it('writes nowhere at the level read-only', async () => {
      await enter(uid, 'read-only')
      const { content } = await inside('echo x > new; echo y > /tmp/y && cat /tmp/y code.txt')
      expect(content).toContain('new: Read-only file system\ny\nbefore\n[exit code 0]')
    })
  },
)
