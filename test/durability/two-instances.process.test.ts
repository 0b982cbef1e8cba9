import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { OwnedConnection } from '../../src/renderer/connection/connect.ts'
import type { AgentEvent } from '../../src/shared/agent-event.ts'
import { valueOf } from '../support/drive-agent.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace, type Workspace } from '../support/run-ikigai.ts'
import { type ServedApp, serveApp } from '../support/serve-app.ts'
import { connectToApp } from '../support/socket-to.ts'
import { processesOf } from '../soak/database-processes.ts'
import { plainClient } from '../adapters/storage/support/test-storage.ts'

/** A living engine looks every five seconds for dead ones, and acts at the second look. */
const TAKE_OVER_MS = 40_000
/** A server writes out what it has in memory before it ends. */
const ORPHAN_MS = 30_000
const MODEL = 'claude-haiku-4-5/none'
const HELD = {
  type: 'script',
  blocks: [{ type: 'text', text: 'First half, ' }, { type: 'hold' }, { type: 'text', text: 'second half.' }],
} as const

let simulator: Simulator
let workspace: Workspace

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: () => textAnswer('Here.') })
  workspace = await makeWorkspace(simulator.environment(), { isNew: true })
})

afterAll(() => closeAll(workspace, simulator))

interface Instance {
  readonly app: ServedApp
  readonly connection: OwnedConnection
}

async function start(): Promise<Instance> {
  const app = await serveApp(workspace)
  return { app, connection: await connectToApp(app.url) }
}

/** How it ended: nothing but 0 is a clear end. */
async function stop({ app, connection }: Instance): Promise<number | null> {
  connection.close()
  await app.stop()
  return (await app.process.finished).code
}

async function logOf({ connection }: Instance, agentId: string): Promise<readonly AgentEvent[]> {
  const page = await connection.client.agents.history({ agentId, beforeId: Number.MAX_SAFE_INTEGER, limit: 100 })
  return valueOf(page).events
}

/** Kinds and words, once the turn has ended. */
async function linesOf(instance: Instance, agentId: string): Promise<readonly string[]> {
  const ending = await vi.waitUntil(
    async () => {
      const events = (await logOf(instance, agentId)).filter(({ kind }) => kind !== 'system')
      return ['assistant', 'interrupted', 'error'].includes(events.at(-1)?.kind ?? '') ? events : null
    },
    { timeout: TAKE_OVER_MS, interval: 100 },
  )
  return ending.map(({ kind, content }) => `${kind}: ${content}`)
}

async function ask(instance: Instance, text: string, agent?: string): Promise<string> {
  const { client } = instance.connection
  const agentId = agent ?? valueOf(await client.agents.create({ model: MODEL })).id
  expect(valueOf(await client.agents.submit({ agentId, text })).turnStarted).toBe(true)
  return agentId
}

/** Whether the text of the held answer is on disk. */
async function isJournaled(): Promise<boolean> {
  const plain = plainClient(workspace.environment['IKIGAI_DATA_DIR'] ?? '')
  const rows = await plain`select events::text from stream_journal where events::text like '%First half%'`
  await plain.end()
  return rows.length > 0
}

async function nothingRuns(): Promise<void> {
  const dataDirectory = workspace.environment['IKIGAI_DATA_DIR'] ?? ''
  await vi.waitFor(() => expect(processesOf(dataDirectory)).toEqual([]), { timeout: ORPHAN_MS, interval: 50 })
}

describe('two instances on one data directory', () => {
  it('that start at once share one database, and the last one stops it', async () => {
    const [first, second] = await Promise.all([start(), start()])
    const agentId = await ask(first, 'Hello')
    expect(await linesOf(second, agentId)).toEqual(['user: Hello', 'assistant: Here.'])
    expect(await stop(first)).toBe(0)
    await ask(second, 'Still there?', agentId)
    await vi.waitFor(
      async () => expect((await linesOf(second, agentId)).slice(2)).toEqual(['user: Still there?', 'assistant: Here.']),
      {
        timeout: TAKE_OVER_MS,
      },
    )
    expect(await stop(second)).toBe(0)
    await nothingRuns()
  })

  it(
    'go on when one is killed: its turn is closed by the other, with the text that had come',
    { timeout: 120_000 },
    async () => {
      const [killed, survivor] = await Promise.all([start(), start()])
      simulator.enqueue('anthropic', HELD)
      const agentId = await ask(killed, 'Go')
      await simulator.streamHeld()
      await vi.waitUntil(isJournaled, { timeout: TAKE_OVER_MS, interval: 50 })
      killed.app.process.child.kill('SIGKILL')
      await killed.app.process.finished
      killed.connection.close()
      const other = await ask(survivor, 'You?')
      expect(await linesOf(survivor, other)).toEqual(['user: You?', 'assistant: Here.'])
      expect(await linesOf(survivor, agentId)).toEqual(['user: Go', 'interrupted: First half, '])
      expect(await stop(survivor)).toBe(0)
      await nothingRuns()
    },
  )

  it.each([0, 1])('one is started while the other stops, and has everything (round %i)', async (round) => {
    const before = await start()
    const agentId = await ask(before, `Round ${round}`)
    await linesOf(before, agentId)
    const [code, after] = await Promise.all([stop(before), start()])
    expect(code).toBe(0)
    expect(await linesOf(after, agentId)).toEqual([`user: Round ${round}`, 'assistant: Here.'])
    const next = await ask(after, 'And now?')
    expect(await linesOf(after, next)).toEqual(['user: And now?', 'assistant: Here.'])
    expect(await stop(after)).toBe(0)
    await nothingRuns()
  })
})
