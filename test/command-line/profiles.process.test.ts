import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { NO_TERMINAL, runAtTerminal } from '../support/run-at-terminal.ts'
import { makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'
import { HAS_SANDBOX } from '../support/sandbox/has-sandbox.ts'

/** Each test starts several processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 180_000 })

const MODEL = ['--model', 'claude-haiku-4-5/none'] as const
const ASK = {
  type: 'script',
  blocks: [{ type: 'tool_call', name: 'ask', arguments: { question: 'Tabs?', choices: ['Yes', 'No'] } }],
} as const

/** Asks the proxy of the sandbox for a connection. */
const ASK_FOR_HOST =
  'at=${https_proxy##*:}; exec 7<>/dev/tcp/127.0.0.1/$at; printf "CONNECT host.test:443 HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n" >&7; cat <&7'

let simulator: Simulator
let workspace: Workspace
let database: Storage

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: () => textAnswer('Fine.') })
  workspace = await makeWorkspace(simulator.environment())
  database = await keepDatabaseUp(workspace)
  await mkdir(join(workspace.directory, 'config'), { recursive: true })
  const profiles = {
    reviewer: { description: 'Reviews.', tools: ['file_read'] },
    looker: { description: 'Looks.', tools: ['bash'], sandbox: 'read-only' },
    bad: { tool: [] },
  }
  await writeFile(join(workspace.directory, 'config', 'config.json'), JSON.stringify({ profiles }), { mode: 0o600 })
})

afterAll(() => closeAll(database, workspace, simulator))

const ikigai = (...args: readonly string[]) => runIkigai(args, workspace.environment, workspace.directory)
const sent = (): string => JSON.stringify(simulator.requests.at(-1)?.body)

it('lists the profiles and makes agents with them', async () => {
  const listed = await ikigai('profiles')
  expect(listed.stdout.split('\n').map((line) => line.split('  ')[0])).toEqual([
    'read-only',
    'plan',
    'reviewer',
    'looker',
    '',
  ])
  expect(listed.stderr).toContain('profiles.bad must be an object with description')
  const run = await ikigai('run', ...MODEL, '--profile', 'reviewer', 'Hello')
  expect(run.code).toBe(0)
  expect(sent()).toContain('"file_read"')
  expect(sent()).not.toContain('"bash"')
  const unknown = await ikigai('run', ...MODEL, '--profile', 'nobody', 'Hello')
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('No profile: nobody')])
})

it.runIf(HAS_SANDBOX)(
  'confines commands as the profile says, unless --sandbox says otherwise (skipped where bubblewrap cannot be used)',
  async () => {
    const folder = join(workspace.directory, 'project')
    await mkdir(folder)
    const run = async (name: string, ...flags: readonly string[]): Promise<boolean> => {
      const command = `echo ${name} > ${name}; ${ASK_FOR_HOST}`
      simulator.enqueue('anthropic', {
        type: 'script',
        blocks: [{ type: 'tool_call', name: 'bash', arguments: { command } }],
      })
      const given = ['run', ...MODEL, '--trust', '--profile', 'looker', ...flags, 'Write'] as const
      expect((await runIkigai(given, workspace.environment, folder)).code).toBe(0)
      return existsSync(join(folder, name))
    }
    expect(await run('refused')).toBe(false)
    expect(sent()).toContain('Read-only file system')
    expect(sent()).toContain("To permit it: --allow network, or only this call: --allow 'network:host.test'")
    expect(await run('written', '--sandbox', 'workspace')).toBe(true)
  },
)

it('without a terminal a question is refused with words', async () => {
  simulator.enqueue('anthropic', ASK)
  expect((await ikigai('run', ...MODEL, 'Decide')).code).toBe(0)
  expect(sent()).toContain('Nobody can be asked in this run')
})

it.skipIf(NO_TERMINAL !== null)('at a terminal a question is printed and answered by a line', async () => {
  simulator.enqueue('anthropic', ASK)
  const { code, screen } = await runAtTerminal(['run', ...MODEL, 'Decide'], workspace.environment, ['2'])
  expect([code, screen]).toEqual([0, expect.stringContaining('? Tabs?\n  1  Yes\n  2  No\n')])
  expect(sent()).toContain('The user chose: No')
})
