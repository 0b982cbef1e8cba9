import type { Engine } from '../../src/main/core/engine.ts'
import type { PreparedCall, Tool } from '../../src/main/core/ports/tool-ports.ts'
import type { AgentId } from '../../src/shared/ids.ts'
import type { ModelRequestPrice } from '../../src/shared/request-price.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import type { Answer, ScriptedBlock } from '../support/provider-simulator/answer.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import type { SimulatedHost } from '../support/provider-simulator/wire-format.ts'
import type { ScriptClock } from './simulated-time.ts'

const MINUTE = 60_000
const DAYS = 5
const NIGHT = 15 * 60 * MINUTE
const FORKS = 4

/** The models that the user works with side by side, and the provider of each. */
export const MODELS: readonly { readonly model: string; readonly host: SimulatedHost }[] = [
  { model: 'claude-opus-5-5', host: 'anthropic' },
  { model: 'gpt-5.4', host: 'openai' },
  { model: 'openrouter/anthropic/claude-sonnet-4.6', host: 'openrouter' },
]

/** Minutes before each prompt of a conversation: quick replies, reading, a meeting, lunch. */
const PAUSES = [0, 2, 14, 1, 25, 3, 9, 48, 2, 12, 1, 33] as const
const TOOLS_AT = new Set([2, 5, 8])
const FORK_AT = 4
const SWITCH_AT = 7
const CALLS_PER_ROUND = 12

const words = (count: number, word: string): string => `${word} `.repeat(count)

/** Answers every request; a prompt that ends with `tools` is answered by a round of calls first. */
export function answerOf({ bodyText }: SimulatorRequest): Answer {
  const asksTools = bodyText.lastIndexOf('please use tools') > bodyText.lastIndexOf('content of the file')
  const calls = Array.from({ length: CALLS_PER_ROUND }, (_, at): ScriptedBlock => ({
    type: 'tool_call',
    name: 'read',
    arguments: { path: `file-${at}` },
  }))
  const blocks: readonly ScriptedBlock[] = asksTools ? calls : [{ type: 'text', text: words(280, 'answer') }]
  return { type: 'script', blocks }
}

/** A tool whose results are long. */
export const readTool: Tool = {
  definition: {
    name: 'read',
    description: words(60, 'description'),
    parameters: { type: 'object', properties: { path: { type: 'string' } } },
  },
  prepare() {
    const call: PreparedCall = {
      subject: 'read',
      access: 'context',
      paths: [],
      isInFolder: true,
      run: () => Promise.resolve({ content: `content of the file ${words(200, 'line')}`, isError: false }),
    }
    return Promise.resolve({ ok: true, call } as const)
  },
}

export interface Week {
  readonly engine: Engine
  readonly simulator: Simulator
  readonly clock: ScriptClock
  /** Whether all forks of a batch send their requests before the first answer begins. */
  readonly forksAtOnce: boolean
  /** Called for each prompt with the estimate made before it was sent, and its first request. */
  readonly onSent: (estimate: ModelRequestPrice | undefined, request: SimulatorRequest | undefined) => void
}

/**
 * A week of use: on five days, a conversation with each of three models side by side, with rounds of tools, four forks
 * at once, replies in a fork, a detour to another model, and two more prompts to the conversations of the day before.
 */
export async function liveWeek(week: Week): Promise<void> {
  // The prices of models at OpenRouter are known from its list.
  await week.engine.models.list({ refresh: 'openrouter' })
  let yesterday: readonly Pane[] = []
  for (let day = 0; day < DAYS; day += 1) {
    for (const pane of yesterday) await send(week, pane, prompt(`One more of yesterday ${day}`, false))
    const panes: Pane[] = []
    for (const { model } of MODELS) panes.push(await Pane.create(week.engine, model))
    for (const [at, pause] of PAUSES.entries()) await round(week, panes, { at, pause })
    for (const pane of yesterday) pane.close()
    yesterday = panes
    week.clock.advance(NIGHT)
  }
  for (const pane of yesterday) pane.close()
}

/** The next prompt to each of the conversations. */
async function round(
  week: Week,
  panes: readonly Pane[],
  { at, pause }: { readonly at: number; readonly pause: number },
) {
  week.clock.advance(pause * MINUTE)
  for (const [index, pane] of panes.entries()) {
    const { model = '', host = 'local' } = MODELS[index] ?? {}
    const other = MODELS[(index + 1) % MODELS.length]?.model ?? ''
    if (at === SWITCH_AT) await detour(week, pane, { model, other })
    await send(week, pane, prompt(`Prompt ${at} to ${index}`, TOOLS_AT.has(at), at === 0 ? 6_000 : 120))
    if (at === FORK_AT) await forks(week, pane.agentId, { model, host })
    week.clock.advance(MINUTE / 2)
  }
}

/** Asks for the price of a prompt, then sends it. */
async function send({ engine, simulator, onSent }: Week, pane: Pane, text: string): Promise<void> {
  const { agentId } = pane
  const [price] = valueOf(await engine.price.next({ agentId, models: [], text }))
  const at = simulator.requests.length
  await pane.type(text)
  onSent(price, simulator.requests[at])
}

function prompt(about: string, withTools: boolean, length = 120): string {
  return `${about}: ${words(length, 'detail')}${withTools ? 'please use tools' : ''}`
}

/** Three prompts to another model, and back. */
async function detour(week: Week, pane: Pane, { model, other }: { readonly model: string; readonly other: string }) {
  await pane.type(`/model ${other}`)
  for (const at of [1, 2, 3]) {
    await send(week, pane, prompt(`Aside ${at}`, at === 2))
    week.clock.advance(2 * MINUTE)
  }
  await pane.type(`/model ${model}`)
}

/** Forks at once, then two replies in the first of them. */
async function forks(
  week: Week,
  agentId: AgentId,
  { model, host }: { readonly model: string; readonly host: SimulatedHost },
): Promise<void> {
  const { engine, simulator, clock, forksAtOnce } = week
  const answer: Answer = { type: 'script', blocks: [{ type: 'text', text: words(300, 'fork') }], holdAfterEvents: 0 }
  for (let fork = 0; fork < FORKS; fork += 1) simulator.enqueue(host, answer)
  const models = Array.from({ length: FORKS }, () => model)
  const children = valueOf(await engine.agents.fork({ agentId, models, prompt: prompt('A fork', false) }))
  const panes = await Promise.all(children.map(({ id }) => Pane.open(engine, id)))
  const releases: (() => void)[] = []
  for (let fork = 0; fork < FORKS; fork += 1) {
    const { release } = await simulator.streamHeld()
    if (forksAtOnce) releases.push(release)
    else release()
  }
  for (const release of releases) release()
  await Promise.all(
    panes.map((pane) =>
      pane.until(({ view }) => view.turn === null && pane.last('assistant')?.agentId === pane.agentId),
    ),
  )
  for (const pause of [11, 3]) {
    clock.advance(pause * MINUTE)
    if (panes[0] !== undefined) await send(week, panes[0], prompt('On in the fork', false))
  }
  for (const pane of panes) pane.close()
}
