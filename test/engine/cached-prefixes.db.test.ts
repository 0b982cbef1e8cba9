import { afterAll, beforeAll, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Tool } from '../../src/main/core/ports/tool-ports.ts'
import { PROVIDER_NAMES } from '../../src/shared/providers.ts'
import { Pane } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import type { Answer } from '../support/provider-simulator/answer.ts'
import { withoutMarks } from '../support/provider-simulator/conversation-prefix.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { seededRandom } from '../support/seeded-random.ts'

/**
 * A prompt cache compares bytes. In random trees of agents, each request must begin with the bytes of the request
 * before it: of the same agent, or of the agent that it was forked from, to the same model. Every prompt, answer,
 * result and summary contains a word of its own; up to the last word that both requests have in common, their bytes
 * must be equal.
 */

const TURNS = Number(process.env['IKIGAI_PREFIX_TURNS'] ?? 300)
const SEED = Number(process.env['IKIGAI_SEED'] ?? 12)
const MODELS = [
  'claude-opus-5-5',
  'gpt-5.4',
  'gemini-3.8-flash',
  'grok-4.7',
  'llama-5',
  'mistral-medium-latest',
  'kimi-k3',
  'openrouter/anthropic/claude-sonnet-4.5',
  'local/qwen3:8b',
] as const

let simulator: Simulator
let real: RealEngine
let words = 0
const word = (kind: string): string => `#${kind}${(words += 1)}#`

const readTool: Tool = {
  definition: { name: 'read', description: 'Reads.', parameters: { type: 'object', properties: { at: {} } } },
  prepare: () =>
    Promise.resolve({
      ok: true,
      call: {
        subject: 'read',
        access: 'context',
        paths: [],
        isInFolder: true,
        run: () => Promise.resolve({ content: `result ${word('r')}`, isError: false }),
      },
    }),
}

/** Returns the number of the last made word of a kind in the text, 0 if there is none. */
const lastWord = (text: string, kind: string): number =>
  Math.max(0, ...[...text.matchAll(new RegExp(`#${kind}(\\d+)#`, 'g'))].map(([, number]) => Number(number)))

/**
 * Calls tools where a prompt that asks for them is newer than all results. Places in the text do not say what is newer:
 * an agent is named after a prompt, and some providers have the name behind the conversation.
 */
function answer({ bodyText }: SimulatorRequest): Answer {
  if (lastWord(bodyText, 'u') <= lastWord(bodyText, 'r'))
    return {
      type: 'script',
      blocks: [
        { type: 'thinking', text: 'Hm.' },
        { type: 'text', text: word('a') },
      ],
    }
  const calls = [1, 2].map((at) => ({ type: 'tool_call' as const, name: 'read', arguments: { at } }))
  return { type: 'script', blocks: [{ type: 'thinking', text: 'Hm.' }, { type: 'text', text: word('a') }, ...calls] }
}

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: answer })
  real = await openRealEngine(simulator.environment(), { tools: [readTool], allowed: ['read'] })
})
afterAll(() => closeAll(real, simulator))

/** One agent of the tree, with the last request to each model on its path. */
interface Node {
  readonly pane: Pane
  readonly last: Map<string, SimulatorRequest>
  marks: number
}

/**
 * The parts of a request in the order of the cache: settings that stand for themselves, and the bytes of what was said.
 */
function partsOf(request: SimulatorRequest): { readonly fixed: string; readonly said: string } {
  const { tools, system, instructions, systemInstruction } = request.body
  const bytes = withoutMarks(request.bodyText)
  const key = ['"messages":[', '"input":[', '"contents":['].find((name) => bytes.includes(name)) ?? ''
  return {
    fixed: withoutMarks(JSON.stringify([tools, system, instructions, systemInstruction])),
    said: bytes.slice(bytes.indexOf(key)),
  }
}

/** Returns the bytes up to the last word that both have in common, of each. */
function shared(before: string, after: string): readonly [string, string] {
  const [a, b] = [before, after].map((bytes) => [...bytes.matchAll(/#[a-z]\d+#/g)])
  let count = 0
  while (a?.[count] !== undefined && a[count]?.[0] === b?.[count]?.[0]) count += 1
  const upTo = (bytes: string, at: RegExpExecArray | undefined) =>
    bytes.slice(0, at === undefined ? 0 : at.index + at[0].length)
  return [upTo(before, a?.[count - 1]), upTo(after, b?.[count - 1])]
}

it(
  `${TURNS} turns of random trees: every request begins with the bytes of the one before it`,
  { timeout: 600_000 },
  async () => {
    const random = seededRandom(SEED)
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
    const compared = new Map<string, number>()
    const nodes: Node[] = []
    let turns = 0

    /** Does something with an agent, and compares each of its requests with the one before it. */
    const act = async (node: Node, run: () => Promise<unknown>): Promise<void> => {
      const from = simulator.requests.length
      await run()
      for (const request of simulator.requests.slice(from)) {
        expect(request.rejectedBy).toBeUndefined()
        const model = `${request.host} ${request.model}`
        const before = node.last.get(model)
        if (request.host !== 'meta' || request.body['tools'] !== undefined) node.last.set(model, request)
        if (before === undefined) continue
        const [earlier, later] = [partsOf(before), partsOf(request)]
        // Meta's API cannot forbid calls, so a request for a summary has no tools there.
        const hasTools = request.host !== 'meta' || request.body['tools'] !== undefined
        expect(hasTools ? later.fixed : earlier.fixed, `seed ${SEED}, request ${request.index}`).toBe(earlier.fixed)
        const [a, b] = shared(earlier.said, later.said)
        expect(b, `seed ${SEED}, request ${request.index}`).toBe(a)
        compared.set(request.host, (compared.get(request.host) ?? 0) + 1)
      }
    }
    const prompt = (node: Node): Promise<void> => {
      turns += 1
      return act(node, () => node.pane.type(`prompt ${random() < 0.3 ? `use tools ${word('u')}` : word('p')}`))
    }
    const fork = async (node: Node): Promise<void> => {
      turns += 1
      const pane = await node.pane.fork()
      const child = { pane, last: new Map(node.last), marks: 0 }
      nodes.push(child)
      await prompt(child)
    }
    /** May be refused: a mark may be gone, and there may be nothing to compress. */
    const command = (node: Node, text: string): Promise<void> =>
      act(node, () => real.engine.agents.submit({ agentId: node.pane.agentId, text }))
    const rewind = (node: Node): Promise<void> => command(node, `/clear m${1 + Math.floor(random() * node.marks)}`)

    while (turns < TURNS) {
      for (const model of nodes.length > 60 || nodes.length === 0 ? MODELS : []) {
        if (nodes.length > 60) for (const { pane } of nodes.splice(0)) pane.close()
        nodes.push({ pane: await Pane.create(real.engine, model), last: new Map(), marks: 0 })
      }
      const node = pick(nodes)
      if (node === undefined) break
      const dice = random()
      if (dice < 0.62) await prompt(node)
      else if (dice < 0.72) await fork(node)
      else if (dice < 0.8) await act(node, () => node.pane.type(`/model ${pick(MODELS) ?? ''}`))
      else if (dice < 0.88) await act(node, () => node.pane.type(`/mark m${(node.marks += 1)}`))
      else if (dice < 0.93 && node.marks > 0) await rewind(node)
      else if (dice < 0.96) await command(node, '/clear')
      else await command(node, '/compress')
    }
    for (const { pane } of nodes) pane.close()
    expect([...compared.keys()].toSorted()).toEqual([...PROVIDER_NAMES].toSorted())
    expect(Math.min(...compared.values())).toBeGreaterThan(TURNS / 40)
  },
)
