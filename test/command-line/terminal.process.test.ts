import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { NO_TERMINAL, runAtTerminal } from '../support/run-at-terminal.ts'
import { makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

/** Each test starts several processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 180_000 })

const MODEL = ['--model', 'claude-haiku-4-5/low']

const AGENT = '7d0c5a52-4c0f-4b0e-9a54-0d4b1a2f3c4d'

/** Sets the title, clears the screen, begins a C1 sequence, turns text round. */
const HOSTILE = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202eevil\u2066'

/** What must not reach a terminal. */
const OBEYED = /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/u

if (NO_TERMINAL !== null) process.stderr.write(`${NO_TERMINAL}\n`)

describe.skipIf(NO_TERMINAL !== null)('at a terminal', () => {
  let simulator: Simulator
  let workspace: Workspace
  let database: Storage
  let agent: string

  /** Without our own faint style. */
  async function screenOf(...args: readonly string[]): Promise<string> {
    const { screen } = await runAtTerminal(args, workspace.environment)
    return screen.replaceAll('\u001b[2m', '').replaceAll('\u001b[22m', '')
  }

  beforeAll(async () => {
    simulator = await startSimulator()
    simulator.answerWith(() => textAnswer('ok'))
    workspace = await makeWorkspace(simulator.environment())
    database = await keepDatabaseUp(workspace)
    const rows = [
      { uuid: AGENT, name: `name ${HOSTILE}` },
      { kind: 'user', content: `ask ${HOSTILE}`, agent_uuid: AGENT },
      { kind: 'assistant', content: `say ${HOSTILE}`, agent_uuid: AGENT },
    ]
    const file = join(workspace.directory, 'log.jsonl')
    await writeFile(file, rows.map((row) => JSON.stringify(row)).join('\n'))
    const imported = await runIkigai(['import', file], workspace.environment)
    agent = imported.stdout.trim()
  })

  afterAll(() => closeAll(database, workspace, simulator))

  it('an answer, its thinking and its calls are shown without what they would do to the terminal', async () => {
    simulator.enqueue('anthropic', {
      type: 'script',
      blocks: [
        { type: 'thinking', text: `think ${HOSTILE}` },
        { type: 'text', text: `say ${HOSTILE}` },
        { type: 'tool_call', name: 'file_read', arguments: { path: `path ${HOSTILE}` } },
      ],
    })
    simulator.enqueue('anthropic', textAnswer('done'))
    const screen = await screenOf('run', ...MODEL, 'Go')
    expect(screen).toContain('say ⟨U+001B⟩]0;owned⟨U+0007⟩⟨U+001B⟩[2J⟨U+009B⟩31m⟨U+202E⟩evil⟨U+2066⟩')
    expect(screen).toContain('→ file_read path ⟨U+001B⟩]0;owned')
    expect(screen).not.toMatch(OBEYED)
  })

  it.each([
    ['agents', []],
    ['log', ['AGENT']],
    ['context', ['AGENT']],
    ['search', ['evil']],
    ['export', ['AGENT', '--markdown']],
    ['wake', ['AGENT', HOSTILE]],
    ['log', [HOSTILE]],
  ])('%s shows controls as visible forms', async (command, args) => {
    const screen = await screenOf(command, ...args.map((arg) => (arg === 'AGENT' ? agent : arg)))
    expect(screen).toContain('⟨U+202E⟩evil')
    expect(screen).not.toMatch(OBEYED)
  })

  it.each([
    ['agents', ['--json']],
    ['export', ['AGENT']],
  ])('%s prints the same JSON as anywhere else, with controls escaped', async (command, args) => {
    const given = [command, ...args.map((arg) => (arg === 'AGENT' ? agent : arg))]
    const screen = await screenOf(...given)
    const piped = await runIkigai(given, workspace.environment)
    expect(screen).toContain(String.raw`\u202eevil\u2066`)
    expect(screen).not.toMatch(OBEYED)
    expect(screen).toBe(piped.stdout)
  })
})

it('text is written byte for byte where there is no terminal', async () => {
  const simulator = await startSimulator()
  const workspace = await makeWorkspace(simulator.environment())
  try {
    simulator.answerWith(() => textAnswer(HOSTILE))
    const { stdout } = await runIkigai(['run', ...MODEL, 'Go'], workspace.environment)
    expect(stdout).toBe(`${HOSTILE}\n`)
  } finally {
    await workspace.remove()
    await simulator.close()
  }
})
