import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { BackgroundCommands } from '../../../src/main/adapters/tools/background/background-commands.ts'
import { bashTool } from '../../../src/main/adapters/tools/bash-tool.ts'
import { linuxSandbox } from '../../../src/main/adapters/tools/sandbox/linux-sandbox.ts'
import type { ToolContext } from '../../../src/main/adapters/tools/tool-context.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'
import { prepared, runTool } from './tool-folder.ts'
import { fileFacts } from '../../support/tool-options.ts'

/** What an agent of the folder `p` does between the question about a command in `p/a/b` and the answer. */
const REPLACEMENTS: readonly (readonly [name: string, line: string])[] = [
  ['by a link to a folder outside', 'mv a/b old; ln -s "$VICTIM" a/b'],
  ['by a relative link', 'mv a/b old; ln -s ../../victim a/b'],
  ['by a link to a folder beside it', 'mkdir a/c; mv a/b old; ln -s c a/b'],
  ['by a link to the folder above', 'mv a/b old; ln -s .. a/b'],
  ['by a link to a link', 'mv a/b old; ln -s "$VICTIM" one; ln -s ../one a/b'],
  ['with the folder above it', 'mv a old; mkdir "$VICTIM/b" new new/b 2>/dev/null; ln -s new a'],
  ['with the folder above it, by a link outside', 'mv a old; ln -s ../victim a'],
  ['by a link to where it was moved', 'mv a/b "a/b "; ln -s "b " a/b'],
  ['by a link with a line end in its name', "mkdir $'x\\n'; mv a/b old; ln -s $'../x\\n' a/b"],
  ['by a link to a name that is no text', "mkdir $'x\\xff'; mv a/b old; ln -s $'../x\\xff' a/b"],
  ['by a link through /proc', 'mv a/b old; ln -s "/proc/self/root$VICTIM" a/b'],
  [
    'by an exchange with a link',
    'ln -s ../victim l; perl -e \'my ($a, $b) = ("a/b", "l"); syscall(316, -100, $a, -100, $b, 2) == 0 or die\'',
  ],
]

let room: string
let context: ToolContext
beforeEach(async () => {
  room = await mkdtemp('/var/tmp/ikigai-moved-')
  await Promise.all(['p/a/b', 'victim/b', 'home'].map((name) => mkdir(join(room, name), { recursive: true })))
  const places = { homeDirectory: join(room, 'home'), ownFolders: [], openFolder: join(room, 'none') }
  const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', PWD: join(room, 'p', 'a', 'b') }
  context = {
    folderOf: () => Promise.resolve({ ok: true, value: join(room, 'p', 'a', 'b') }),
    rootOf: (agentId) => agentId,
    environment,
    maxOutputSize: 100_000,
    outputDirectory: join(room, 'none'),
    places,
    outsideLine: (line) => line,
    background: new BackgroundCommands(),
    ...fileFacts(),
    sandboxing: {
      sandbox: linuxSandbox({ places, path: environment.PATH, tmpBytes: 1024 ** 2 }),
      levelOf: () => Promise.resolve({ ok: true, value: 'workspace' }),
      asksForHosts: () => false,
    },
  }
})
afterEach(() => rm(room, { recursive: true, force: true }))

const ran = (): string => execFileSync('find', [room, '-name', 'ran*'], { encoding: 'utf8' })

describe.runIf(HAS_SANDBOX)('a folder that is replaced after a command was allowed in it', { timeout: 60_000 }, () => {
  it.each(REPLACEMENTS)('%s: the command does not run elsewhere', async (_name, line) => {
    const command = 'touch "ran-$(pwd | wc -c)"; echo "here I am"'
    const outside = await prepared(bashTool(context), { command, outside_sandbox: 'x' })
    const inside = await prepared(bashTool(context), { command })
    const background = await prepared(bashTool(context), { command, background: true, outside_sandbox: 'x' })
    execFileSync('bash', ['-c', line], { cwd: join(room, 'p'), env: { ...process.env, VICTIM: join(room, 'victim') } })
    const run = { signal: new AbortController().signal, onOutput: () => {} }
    const said = [(await outside.run(run)).content, (await inside.run(run)).content]
    await background.run(run)
    said.push((await runTool(bashTool(context), { process: 'b1', timeout_seconds: 30 })).content)
    expect(ran()).toBe('')
    for (const text of said) {
      expect(text).toMatch(
        /was moved or replaced after this call was prepared|could not be started|not started|prepared:/,
      )
      expect(text).not.toContain('here I am')
    }
  })

  it('runs where nothing was replaced', async () => {
    for (const more of [{}, { outside_sandbox: 'x' }])
      expect((await runTool(bashTool(context), { command: 'echo "$PWD"', ...more })).content).toBe(
        `${room}/p/a/b\n[exit code 0]`,
      )
  })
})
