import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import type { SLASH_COMMANDS } from '../../src/shared/slash-commands.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { jsonLines, makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

vi.setConfig({ testTimeout: 180_000 })

let simulator: Simulator
let workspace: Workspace
let database: Storage

beforeAll(async () => {
  simulator = await startSimulator()
  workspace = await makeWorkspace(simulator.environment())
  database = await keepDatabaseUp(workspace)
})

afterAll(() => closeAll(database, workspace, simulator))

const run = (...args: readonly string[]) =>
  runIkigai(['run', '--model', 'gpt-6-sol/none', ...args], workspace.environment, workspace.directory)

/** A line for each command, and the beginning of its answer. */
const LINES: Readonly<Record<(typeof SLASH_COMMANDS)[number]['name'], readonly [line: string, answer: RegExp]>> = {
  model: ['/model', /^Model: gpt-6-sol\/none\n/],
  fork: ['/fork', /^Forked\. Child: [0-9a-f]{6}$/],
  mark: ['/mark HERE', /^Checkpoint 'HERE' created\.$/],
  clear: ['/clear', /^Context cleared\.$/],
  compress: ['/compress', /^Compressed \d+ messages/],
  send: ['/send parent Hello', /^This agent has no parent/],
  'check-mail': ['/check-mail', /^No messages\.$/],
  kill: ['/kill', /^Killed 1 agent\.$/],
  stop: ['/stop', /^Nothing was running\.$/],
  agents: ['/agents', /^○|●/],
  system: ['/system edit ""', /^The system prompt is empty\.$/],
  help: ['/help fork', /^\/fork \[/],
  exit: ['/exit', /^Session ended\.$/],
}

/** Commands that are refused on a new agent: nothing is answered. */
const REFUSED = new Set(['compress', 'send'])

describe('a command with --output json', () => {
  it.each(Object.entries(LINES).filter(([name]) => !REFUSED.has(name)))(
    '/%s is answered by one object on one line',
    async (_name, [line, answer]) => {
      const ran = await run('--output', 'json', line)
      expect([ran.code, ran.stdout.split('\n').length]).toEqual([0, 2])
      expect(jsonLines(ran.stdout)).toEqual([
        {
          agent: expect.stringMatching(/^[0-9a-f-]{36}$/),
          kind: 'command',
          content: line,
          data: { answer: expect.stringMatching(answer), ok: true },
        },
      ])
    },
  )

  it.each(['/send parent Hello', '/compress', '/fork ""', '/clear NOWHERE'])(
    '%s prints nothing if it is refused',
    async (line) => {
      const ran = await run('--output', 'json', line)
      expect([ran.code === 0, ran.stdout, ran.stderr !== '']).toEqual([false, '', true])
    },
  )

  it('has an object for each command and one for the answer', async () => {
    simulator.enqueue('openai', textAnswer('ANSWER.'))
    const ran = await run('--output', 'json', '/mark A', 'Hello', '/mark B')
    expect(jsonLines(ran.stdout).map(({ kind, content }) => [kind, content])).toEqual([
      ['command', '/mark A'],
      ['command', '/mark B'],
      ['assistant', 'ANSWER.'],
    ])
  })
})

it('the answer of a fork is a line of its own, however its child streams', async () => {
  for (const answer of ['ANSWER.', 'Two\nlines', 'A line\n']) {
    simulator.enqueue('openai', textAnswer(answer))
    const ran = await run('/fork "x"')
    const lines = ran.stdout.split('\n')
    expect(lines.filter((line) => /Forked\. Child/.test(line))).toEqual([
      expect.stringMatching(/^Forked\. Child: [0-9a-f]{6}$/),
    ])
    expect(ran.stdout).toContain(answer)
  }
})
