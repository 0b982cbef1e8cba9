import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { connect } from '../../client/connect.mjs'
import { postmasterOf, signal } from '../soak/database-processes.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace, type RunningProcess, runIkigai, startIkigai, type Workspace } from '../support/run-ikigai.ts'
import { seededRandom } from '../support/seeded-random.ts'

/** Rounds of each operation; IKIGAI_KILL_ROUNDS=20 runs as many as one likes. */
const ROUNDS = Number(process.env['IKIGAI_KILL_ROUNDS'] ?? 1)
const SEED = Number(process.env['IKIGAI_KILL_SEED'] ?? Date.now())
/** When the database is killed, ms after the operation began; a command has to start first. */
const KILL_MS = { call: [200, 2_500], command: [1_500, 8_000] } as const
/** Long texts, so that an import takes about as long. */
const EVENTS = 4_000
const TEXT = 'All work and no play makes for a long log. '.repeat(50)
const AGENT = 'f3b1f6f0-0000-4000-8000-000000000001'

const FOUND = { ok: true, value: { hits: [expect.anything()] } }

type Client = ReturnType<typeof connect>
interface Outcome {
  readonly ok: boolean
  readonly text: string
}
interface Operation {
  readonly kind: keyof typeof KILL_MS
  readonly run: () => Promise<Outcome>
}

let simulator: Simulator
let workspace: Workspace
let server: RunningProcess
let client: Client
let data: string
/** An agent with many events. */
let redacted = ''
let exitCode: number | null | undefined
const random = seededRandom(SEED)

beforeAll(async () => {
  simulator = await startSimulator()
  workspace = await makeWorkspace(simulator.environment())
  data = join(workspace.directory, 'data')
  const config = join(workspace.directory, 'config')
  await mkdir(config, { recursive: true })
  await writeFile(join(config, 'config.json'), JSON.stringify({ sandbox: 'off' }), { mode: 0o600 })
  server = startIkigai(['serve', '--api', '--port', '0'], workspace.environment)
  void server.finished.then(({ code }) => (exitCode = code))
  let url = ''
  for await (const line of server.lines) {
    url = line.trim()
    break
  }
  const token = (await runIkigai(['tokens', 'add', 'test', '--full'], workspace.environment)).stdout.trim()
  client = connect({ url, token, fetch: fetchOnNewConnection })
  await writeFile(join(workspace.directory, 'log.jsonl'), logFile(EVENTS))
  const imported = await client.log.import({ text: logFile(1_000) })
  if (!imported.ok) throw new Error(imported.error.message)
  redacted = imported.value.agents[0] ?? ''
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  const { stderr } = await server.finished
  await workspace.remove()
  await simulator.close()
  if (/TypeError|^\s+at /m.test(stderr)) throw new Error(stderr)
})

function logFile(events: number): string {
  const lines = Array.from({ length: events }, (_, index) => ({
    id: index + 1,
    agent_uuid: AGENT,
    turn_id: null,
    kind: 'user',
    content: `${index} ${TEXT}`,
    data: null,
    created_at: '2026-01-02T03:04:05.678Z',
  }))
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** A connection that the server closes for idleness at this moment fails a request that it never received. */
const fetchOnNewConnection: typeof fetch = (input, options) => fetch(input, options).catch(() => fetch(input, options))

/** Waits for the database: after a kill it recovers for a while. */
async function newAgent(): Promise<string> {
  let id = ''
  await expect
    .poll(async () => {
      const created = await client.agents.create({ model: 'claude-haiku-4-5/none' })
      if (created.ok) id = created.value.id
      return created
    })
    .toMatchObject({ ok: true })
  return id
}

function command(...args: readonly (string | (() => string))[]): Operation {
  return {
    kind: 'command',
    async run() {
      const words = args.map((arg) => (typeof arg === 'string' ? arg : arg()))
      const { code, stderr } = await runIkigai(words, workspace.environment)
      return { ok: code === 0, text: stderr }
    },
  }
}

async function answer(call: Promise<unknown>): Promise<Outcome> {
  const result = await call
  const ok = typeof result === 'object' && result !== null && 'ok' in result && result.ok === true
  return { ok, text: JSON.stringify(result) }
}

let folders = 0
const newFolder = () => join(workspace.directory, `folder-${++folders}`)

/** Each runs long enough to be hit. The commands are processes of their own on the same database. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  'an import': { kind: 'call', run: () => answer(client.log.import({ text: logFile(EVENTS) })) },
  'an import of the command line': command('import', () => join(workspace.directory, 'log.jsonl')),
  'an export': command('export'),
  'a backup': command('backup', newFolder),
  'verifying the log': command('verify'),
  'a check of the files': command('health'),
  'a redaction': { kind: 'call', run: () => answer(client.redaction.run({ agentId: redacted, reason: 'test' })) },
  searches: {
    kind: 'call',
    run: async () => {
      const searches = Array.from({ length: 8 }, () => client.log.search({ text: 'makes long', limit: 200 }))
      const found = await Promise.all(searches.map(answer))
      return found.find(({ ok }) => !ok) ?? { ok: true, text: '' }
    },
  },
}

const CASES = Object.keys(OPERATIONS).flatMap((name) =>
  Array.from({ length: ROUNDS }, (_, round): readonly [string, number] => [name, round]),
)

it.each(CASES)(
  `a database that is killed during %s costs that operation alone (round %i, seed ${SEED})`,
  async (name) => {
    const agentId = await newAgent()
    simulator.enqueue('anthropic', {
      type: 'script',
      blocks: [{ type: 'text', text: 'First half ' }, { type: 'hold' }, { type: 'text', text: agentId }],
    })
    expect(await client.agents.submit({ agentId, text: 'Go' })).toMatchObject({ ok: true })
    const held = await simulator.streamHeld()

    const operation = OPERATIONS[name]
    if (operation === undefined) throw new Error(name)
    const running = operation.run()
    const [from, to] = KILL_MS[operation.kind]
    await delay(from + random() * (to - from))
    signal(postmasterOf(data), 'SIGKILL')
    const outcome = await running
    held.release()

    expect(outcome).toSatisfy(({ ok, text }: Outcome) => ok || /database|disk/i.test(text))
    expect(outcome.text).not.toMatch(/TypeError|^\s+at /m)
    expect(exitCode).toBeUndefined()
    // The turn that ran meanwhile is recorded whole, by the same process.
    await expect.poll(() => client.log.search({ text: `half ${agentId}`, limit: 1 })).toMatchObject(FOUND)
  },
)
