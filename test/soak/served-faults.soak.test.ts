import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'

import { systemClock } from '../../src/main/system-ports.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { type ScriptedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace, type Workspace } from '../support/run-ikigai.ts'
import {
  serveTestEngine,
  serveTestWindow,
  type TestEngineServer,
  type TestWindowServer,
} from '../support/serve-test-engine.ts'
import { say, SEED, setting } from './soak-settings.ts'

/** `FAULTS=10000 npm run test:soak -- served-faults` is the long run. */
const faults = Math.ceil(setting('FAULTS', 200) / 2)
/** Ends a run that is slower than it should be, minutes; what it has found so far counts. */
const MAX_MINUTES = setting('FAULTS_MINUTES', 240)
const VICTIMS = setting('FAULTS_VICTIMS', 8)
const BYSTANDERS = 2
/** Turns of one agent: its history is sent with each of them. */
const TURNS_OF_AGENT = 20
/** A turn with a call that never answers is cancelled by its user, ms. */
const PATIENCE_MS = 1_500
/** What takes longer counts as never, ms: long enough for a busy machine. */
const LIMIT_MS = 60_000
const RETRY_MS = 200

const CALLS: readonly ScriptedAnswer[] = [
  call('file_write', { path: 'work.txt', content: 'Worked.' }),
  call('glob', { pattern: '*.txt' }),
  call('bash', { command: 'true' }),
]

function call(name: string, args: Readonly<Record<string, string>>): ScriptedAnswer {
  return { type: 'script', blocks: [{ type: 'tool_call', name, arguments: args }] }
}

/** `Beside 7.` and `Calm 7.` are answered with `Said 7!`, `Work 7.` with a call of a tool, then with text. */
function answer({ body }: SimulatorRequest): ScriptedAnswer {
  const text = JSON.stringify(body)
  const [, verb = '', number = ''] = [...text.matchAll(/"(Calm|Beside|Work) (\d+)\./g)].at(-1) ?? []
  const isWork = verb === 'Work' && text.lastIndexOf('tool_result') < text.lastIndexOf(`Work ${number}.`)
  return (isWork ? CALLS[Number(number) % CALLS.length] : undefined) ?? textAnswer(`Said ${number}!`)
}

const reportSchema = z.object({ faults: z.record(z.string(), z.number()), methods: z.number() })

/** Half of the faults are met by programs, half by a window, whose socket has its own listeners. */
const SERVERS = { 'the API': serveTestEngine, 'a window': serveTestWindow } as const

let simulator: Simulator
let workspace: Workspace
let server: TestEngineServer | TestWindowServer
let report = ''

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: answer, remembers: false })
})

afterEach(async () => {
  await server.stop('SIGKILL')
  await workspace.remove()
})

afterAll(() => simulator.close())

async function serve(through: keyof typeof SERVERS): Promise<void> {
  workspace = await makeWorkspace(simulator.environment())
  report = join(workspace.directory, 'faults.json')
  server = await SERVERS[through](workspace, 'faulty-engine.ts', {
    FAULTS_RATE: process.env['FAULTS_RATE'] ?? '0.015',
    FAULTS_REPORT: report,
    FAULTS_SEED: String(SEED),
  })
}

async function fired(): Promise<{ readonly count: number; readonly text: string }> {
  const text = await readFile(report, 'utf8').catch(() => '')
  const read = text === '' ? undefined : reportSchema.safeParse(JSON.parse(text)).data
  return { count: Object.values(read?.faults ?? {}).reduce((sum, one) => sum + one, 0), text }
}

/** `late`: it did not end within the limit. */
async function within<T>(work: Promise<T>, ms = LIMIT_MS): Promise<T | 'late'> {
  const over = new AbortController()
  try {
    return await Promise.race([work, systemClock.sleep(ms, over.signal).then(() => 'late' as const)])
  } finally {
    over.abort()
  }
}

const rest = (ms: number): Promise<void> => systemClock.sleep(ms, new AbortController().signal)

interface Run {
  number: number
  isOver: boolean
  victims: number
  turns: number
  besides: number
  readonly problems: string[]
}

/** What the turn of a prompt ended with. */
async function turnOf(pane: Pane, text: string): Promise<string> {
  try {
    await pane.type(text)
    return pane.lines().at(-1) ?? ''
  } catch (error) {
    return `failed: ${String(error)}`
  }
}

/** An agent whose ports do not fail: each of its turns has to succeed. */
async function beside(run: Run): Promise<void> {
  while (!run.isOver) {
    const pane = await Pane.create(server.engine, 'gpt-4.1/none')
    for (let turn = 0; turn < TURNS_OF_AGENT && !run.isOver; turn++) {
      const number = ++run.number
      const end = await within(turnOf(pane, `Beside ${number}.`))
      run.besides += 1
      if (end !== `assistant: Said ${number}!`) run.problems.push(`beside ${number}: ${end}`)
    }
    pane.close()
  }
}

/** Agents whose ports fail: each has to answer again when its ports do not fail. */
async function suffer(run: Run): Promise<void> {
  while (!run.isOver) {
    const created = await within(
      server.client.agents.create({ model: 'claude-haiku-4-5/none' }).catch(() => null),
      PATIENCE_MS,
    )
    if (created === 'late' || created === null || !created.ok) continue
    const agentId = created.value.id
    const pane = await Pane.open(server.engine, agentId)
    for (let turn = 0; turn < TURNS_OF_AGENT && !run.isOver; turn++) {
      const number = ++run.number
      run.turns += 1
      const end = await within(turnOf(pane, `Work ${number}.`), PATIENCE_MS)
      if (end === 'late')
        await within(
          server.client.agents.cancel({ agentId }).catch(() => false),
          PATIENCE_MS,
        )
    }
    run.victims += 1
    const problem = await goesOn(pane, ++run.number)
    if (problem !== null) run.problems.push(problem)
    pane.close()
  }
}

/** Returns how the agent fails to answer when none of its ports fails; null: it answers. */
async function goesOn(pane: Pane, number: number): Promise<string | null> {
  const giveUp = performance.now() + LIMIT_MS
  for (;;) {
    const end = await within(turnOf(pane, `Calm ${number}.`))
    if (end === `assistant: Said ${number}!`) return null
    if (end === 'late' || performance.now() > giveUp) return `afterwards ${number}: ${end}`
    // A turn whose call never answers may have begun after its cancel; else what it waits for has not reached its limit.
    await within(
      server.client.agents.cancel({ agentId: pane.agentId }).catch(() => null),
      PATIENCE_MS,
    )
    await rest(RETRY_MS)
  }
}

it.each(['the API', 'a window'] as const)(
  `ikigai serve lives through ${faults} faults of ports met through %s, and no other turn fails (seed ${SEED})`,
  { timeout: 5 * 3_600_000 },
  async (through) => {
    await serve(through)
    const run: Run = { number: 0, isOver: false, victims: 0, turns: 0, besides: 0, problems: [] }
    const workers = [
      ...Array.from({ length: BYSTANDERS }, () => beside(run)),
      ...Array.from({ length: VICTIMS }, () => suffer(run)),
    ]
    const works = Promise.all(workers).catch((error: unknown) => run.problems.push(String(error)))
    const last = performance.now() + MAX_MINUTES * 60_000
    let seen = await fired()
    for (let at = 0; seen.count < faults && performance.now() < last && !server.hasEnded(); at++) {
      await rest(1_000)
      seen = await fired()
      if (at % 60 === 0)
        say(`${seen.count} faults, ${run.turns} turns, ${run.besides} beside, ${run.problems.length} problems`)
    }
    run.isOver = true
    if (!server.hasEnded()) await works
    seen = await fired()
    say(`${seen.text}; ${run.victims} agents, ${run.turns} turns with faults, ${run.besides} turns beside them`)
    expect(run.problems).toEqual([])
    expect([server.hasEnded(), seen.count >= faults || performance.now() >= last, run.besides > 0]).toEqual([
      false,
      true,
      true,
    ])
    expect(valueOf(await server.client.agents.create({ model: 'gpt-4.1/none' })).status).toBe('running')
  },
)
