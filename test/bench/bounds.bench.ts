import { setImmediate as nextTurn } from 'node:timers/promises'

import type { Engine } from '../../src/main/core/engine.ts'
import type { Tool } from '../../src/main/core/ports/tool-ports.ts'
import { tokensOfText } from '../../src/shared/text-tokens.ts'
import { DEFAULT_CONFIG } from '../../src/shared/config.ts'
import { isJsonObject } from '../../src/shared/json.ts'
import type { AgentId } from '../../src/shared/ids.ts'
import { agentsOf, Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { searchedTools } from '../support/searched-tools.ts'
import { type BenchGoal, type BenchRow, median, printRows, timed } from './bench-result.ts'
import { collectGarbage } from './collect-garbage.ts'

/** What the engine does at its bounds. `ratio` compares with the same work on little, for each agent, child or byte. */
const FEW_AGENTS = 100
const MANY_AGENTS = 10_000
const FEW_CHILDREN = 10
const MANY_CHILDREN = 500
const SMALL_RESULT = 200_000
const LARGE_RESULT = 20_000_000
const FEW_TOOLS = 20
const MANY_TOOLS = 2_000
const ROUNDS = 5
/** A fork reads and writes the same in a tree of any size, but in larger tables. */
const FORK_GROWTH = 2
const MODEL = 'claude-haiku-4-5/none'

const simulator = await startSimulator()
const rows: BenchRow[] = [...(await ofTree()), ...(await ofChildren()), ...(await ofResults()), ...(await ofTools())]
printRows(rows, process.argv.includes('--json'))
await simulator.close()

/** The tree as a window receives it, a new root in it, and opening the engine with it. */
async function ofTree(): Promise<readonly BenchRow[]> {
  const few = await measureTree(FEW_AGENTS)
  const many = await measureTree(MANY_AGENTS)
  const size = MANY_AGENTS.toLocaleString('en-US')
  const growth = MANY_AGENTS / FEW_AGENTS
  return [
    {
      what: `tree of ${size} agents`,
      ...perUnit(many.tree, few.tree, { growth, comparedWith: `${FEW_AGENTS} agents, for each agent` }),
    },
    { what: `a fork in a tree of ${size} agents`, ...asWhole(many.fork, few.fork, FORK_GROWTH) },
    { what: `closing and opening with ${size} agents`, ...asWhole(many.opening, few.opening, growth) },
  ]
}

type Growth = Omit<BenchRow, 'what'>

/** A time that is compared for each agent, child or byte, of which there are `growth` times as many. */
function perUnit(many: number, few: number, of: { growth: number; comparedWith: string }): Growth {
  const { growth, comparedWith } = of
  return { value: many, unit: 'ms', ratio: many / few / growth, comparedWith, goal: atMost(few, growth) }
}

/** A time that is compared as it is, and may be `growth` times as long. */
function asWhole(many: number, few: number, growth: number): Growth {
  return {
    value: many,
    unit: 'ms',
    ratio: many / few,
    comparedWith: `${FEW_AGENTS} agents`,
    goal: atMost(few, growth),
  }
}

function atMost(few: number, growth: number): BenchGoal {
  return { atMost: Math.round(few * growth) }
}

async function measureTree(agents: number): Promise<{ tree: number; fork: number; opening: number }> {
  const bench = await openRealEngine({})
  const imported = valueOf(await bench.engine.local.importLines(treeLines(agents)))
  const [root = ''] = imported.agents
  const tree = await repeated(() => agentsOf(bench.engine))
  const fork = await repeated(() => forkOf(bench.engine, root))
  const opening = await repeated(() => bench.reopen())
  await bench.close()
  return { tree, fork, opening }
}

/** Ten agents under each; a prompt and an answer in each. */
function* treeLines(agents: number): Generator<string> {
  for (let index = 0; index < agents; index += 1) {
    const parent = index === 0 ? {} : { parent_uuid: `agent ${Math.floor((index - 1) / 10)}` }
    yield JSON.stringify({ uuid: `agent ${index}`, name: `agent ${index}`, model: 'claude-haiku-4-5', ...parent })
  }
  for (let index = 0; index < agents; index += 1) {
    yield JSON.stringify({ agent_uuid: `agent ${index}`, kind: 'user', content: 'A prompt' })
    yield JSON.stringify({ agent_uuid: `agent ${index}`, kind: 'assistant', content: 'An answer' })
  }
}

/** Children of one place, all asked for at once. */
async function ofChildren(): Promise<readonly BenchRow[]> {
  const few = await measureChildren(FEW_CHILDREN)
  const many = await measureChildren(MANY_CHILDREN)
  const compared = { growth: MANY_CHILDREN / FEW_CHILDREN, comparedWith: `${FEW_CHILDREN} children, for each child` }
  return [{ what: `${MANY_CHILDREN} forks of one place at once`, ...perUnit(many, few, compared) }]
}

async function measureChildren(children: number): Promise<number> {
  const bench = await openRealEngine({})
  const imported = valueOf(await bench.engine.local.importLines(treeLines(1)))
  const [root = ''] = imported.agents
  const all = () => Promise.all(Array.from({ length: children }, () => forkOf(bench.engine, root)))
  const time = await repeated(all)
  await bench.close()
  return time
}

/** A turn whose tool returns so much, and what the engine holds afterwards. */
async function ofResults(): Promise<readonly BenchRow[]> {
  const small = await measureResult(SMALL_RESULT)
  const large = await measureResult(LARGE_RESULT)
  const what = `a tool result of ${LARGE_RESULT / 1e6} MB`
  const compared = { growth: LARGE_RESULT / SMALL_RESULT, comparedWith: `${SMALL_RESULT / 1e6} MB, for each byte` }
  return [
    { what: `${what}: the turn`, ...perUnit(large.turn, small.turn, compared) },
    { what: `${what}: opening its agent`, value: large.opening, unit: 'ms' },
    { what: `${what}: heap`, value: large.heap - small.heap, unit: 'MB more' },
  ]
}

async function measureResult(characters: number): Promise<{ turn: number; opening: number; heap: number }> {
  const bench = await openRealEngine(simulator.environment(), { tools: [outputOf(characters)], allowed: ['print'] })
  simulator.answerWith(({ bodyText }) =>
    bodyText.includes('"tool_result"')
      ? textAnswer('Done.')
      : { type: 'script', blocks: [{ type: 'tool_call', name: 'print', arguments: {} }] },
  )
  const pane = await Pane.create(bench.engine, MODEL)
  const turn = await timed(() => pane.type('Print it.'))
  pane.close()
  const opening = await timed(async () => (await Pane.open(bench.engine, pane.agentId)).close())
  collectGarbage()
  await nextTurn()
  const heap = process.memoryUsage().heapUsed / 2 ** 20
  await bench.close()
  return { turn, opening, heap }
}

/** A turn of an agent with so many tools of servers, all of which are sent, and one with those of the search. */
async function ofTools(): Promise<readonly BenchRow[]> {
  const few = await measureTools(FEW_TOOLS, null)
  const many = await measureTools(MANY_TOOLS, null)
  const searched = await measureTools(MANY_TOOLS, DEFAULT_CONFIG.toolSearchAbove)
  const what = `a turn with ${MANY_TOOLS.toLocaleString('en-US')} tools`
  const compared = { growth: MANY_TOOLS / FEW_TOOLS, comparedWith: `${FEW_TOOLS} tools, for each tool` }
  const sent = { comparedWith: 'all tools sent' }
  return [
    { what, ...perUnit(many.turn, few.turn, compared) },
    { what: `${what}: tokens of tools`, value: many.tokens, unit: 'tokens' },
    { what: `${what}, searched`, value: searched.turn, unit: 'ms', ratio: searched.turn / many.turn, ...sent },
    {
      what: `${what}, searched: tokens of tools`,
      value: searched.tokens,
      unit: 'tokens',
      ratio: searched.tokens / many.tokens,
      goal: { under: many.tokens / 100 },
      ...sent,
    },
    { what: `find_tools in ${MANY_TOOLS.toLocaleString('en-US')} tools`, value: searched.find, unit: 'ms a turn' },
  ]
}

async function measureTools(
  count: number,
  toolSearchAbove: number | null,
): Promise<{ turn: number; find: number; tokens: number }> {
  const tools = searchedTools(count)
  const bench = await openRealEngine(simulator.environment(), { tools, config: { toolSearchAbove } })
  simulator.answerWith(() => textAnswer('Done.'))
  const pane = await Pane.create(bench.engine, MODEL)
  const turn = await repeated(() => pane.type('Hello.'))
  simulator.answerWith(({ bodyText }) =>
    bodyText.includes('"tool_result"')
      ? textAnswer('Done.')
      : {
          type: 'script',
          blocks: [{ type: 'tool_call', name: 'find_tools', arguments: { query: 'open drawer 999' } }],
        },
  )
  const find = toolSearchAbove === null ? 0 : await timed(() => pane.type('Search.'))
  const { body } = valueOf(await bench.engine.agents.transcript({ agentId: pane.agentId }))
  const definitions = isJsonObject(body) ? JSON.stringify(body['tools'] ?? []) : ''
  pane.close()
  await bench.close()
  return { turn, find, tokens: Math.round(tokensOfText(definitions)) }
}

function outputOf(characters: number, name = 'print'): Tool {
  const content = 'A line of output, as programs print them.\n'.repeat(characters / 42)
  const run = () => Promise.resolve({ content, isError: false })
  const parameters = { type: 'object', properties: { path: { type: 'string', description: 'Where it prints.' } } }
  return {
    definition: { name, description: 'Prints what it was made for, and says where.', parameters },
    prepare: () =>
      Promise.resolve({ ok: true, call: { subject: '', access: 'read', paths: [], isInFolder: true, run } }),
  }
}

async function forkOf(engine: Engine, agentId: AgentId): Promise<void> {
  valueOf(await engine.agents.fork({ agentId, models: [] }))
}

async function repeated(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(run))
  return median(times)
}
