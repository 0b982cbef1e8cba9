import { readdir, readFile } from 'node:fs/promises'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { quotedWord } from '../../../src/shared/shell-word.ts'
import { bashTool } from '../../../src/main/adapters/tools/bash-tool.ts'
import { makeToolFolder, runTool, type ToolFolder } from './tool-folder.ts'

let space: ToolFolder
beforeEach(async () => {
  space = await makeToolFolder()
})
afterEach(() => space.remove())

/** Returns the processes that were left. */
async function left(): Promise<readonly string[]> {
  const found: string[] = []
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (words.includes(`${space.folder}/none`)) found.push(words)
  }
  return found
}

/** A process that runs for a minute, whose arguments contain the folder. `>&-`: it keeps no pipe open. */
const STAYS = `bash -c 'exec -a "$0/none" sleep 60 <&- >&- 2>&-' "$PWD"`

/** A program that detaches a process, which detaches another one, and ends. */
const DETACHES = (environment: string) =>
  `'${process.execPath}' -e "
    const { spawn } = require('node:child_process')
    const options = { detached: true, stdio: 'ignore', env: ENVIRONMENT }
    spawn('/usr/bin/setsid', ['-f', '/bin/bash', '-c', 'exec -a ' + process.cwd() + '/none /bin/sleep 60'], options).unref()
  "`.replace('ENVIRONMENT', environment)

const FORMS: readonly (readonly [string, string])[] = [
  ['in the background', `${STAYS} &`],
  ['with nohup', `nohup ${STAYS} >/dev/null 2>&1 &`],
  ['in a session of its own', `setsid ${STAYS} &`],
  ['in a session of its own, from a subshell', `(setsid nohup ${STAYS} >/dev/null 2>&1 &)`],
  ['whose parent waits for nothing', `setsid -f ${STAYS}`],
  [
    'that ignores signals',
    `(setsid sh -c "trap '' TERM HUP INT; ${STAYS.replaceAll('"', String.raw`\"`).replaceAll('$', String.raw`\$`)}" &)`,
  ],
  ['without an environment', `setsid env -i /bin/${STAYS} &`],
  ['that a program detached', DETACHES('process.env')],
  ['that a program detached without an environment', DETACHES('{}')],
  ['that a process in another session started', `setsid sh -c ${quotedWord(`(setsid ${STAYS} &) ; sleep 0.1`)} &`],
  ['that was disowned', `${STAYS} & disown -a`],
  [
    'that starts another one when it is killed',
    `(setsid bash -c ${quotedWord(`(setsid ${STAYS} &); wait; sleep 60 & ${STAYS}`)} &)`,
  ],
]

const isLinux = process.platform === 'linux'

it.runIf(isLinux).each(FORMS)('ends a process %s with its command', async (_name, start) => {
  const tool = bashTool(space.context)
  const { content } = await runTool(tool, { command: `${start}\nsleep 0.3; pgrep -fc "$PWD/none" || :; echo done` })
  expect(content).toMatch(/^[1-9]\d*\ndone\n/)
  await expect.poll(left).toEqual([])
})

it.runIf(isLinux).each(FORMS)('ends a process %s after its time', async (_name, start) => {
  const tool = bashTool(space.context)
  const command = `${start}\ntrap '' TERM; while :; do read -rt 1 _ <> <(:); done`
  const { content } = await runTool(tool, { command, timeout_seconds: 1 })
  expect(content).toContain('1 s')
  await expect.poll(left).toEqual([])
})

it('keeps exit codes, output and signals as they are', async () => {
  const tool = bashTool(space.context)
  const said = async (command: string) => (await runTool(tool, { command })).content
  expect(await said('echo out; echo err >&2; exit 7')).toBe('out\nerr\n[exit code 7]')
  expect(await said('trap "echo asked; exit 3" TERM; kill -TERM $$')).toContain('[exit code 3]')
  expect(await said('trap "echo interrupted" INT; kill -INT $$')).toBe('interrupted\n[exit code 0]')
  expect(await said('cat; echo "$status$left$n"; for f in 4 5; do [ ! -e /proc/self/fd/$f ] || echo "$f"; done')).toBe(
    '[exit code 0]',
  )
})
