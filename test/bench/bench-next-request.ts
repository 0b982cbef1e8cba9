import { createModelCatalog } from '../../src/main/adapters/providers/model-catalog.ts'
import { NO_FILES } from '../../src/main/core/content/content-files.ts'
import { assembleRequest } from '../../src/main/core/conversation/assemble-request.ts'
import { GrowingTranscript } from '../../src/main/core/transcript/growing-transcript.ts'
import type { AgentEvent } from '../../src/shared/agent-event.ts'
import { DEFAULT_CONFIG } from '../../src/shared/config.ts'
import { ContextReplay } from '../../src/shared/context-replay.ts'
import { TARGETS } from '../core/transcript/transcript-history.ts'
import { longConversation, longTurn } from './bench-conversation.ts'
import { type BenchRow, median, timed } from './bench-result.ts'

const LENGTHS = [10_000, 100_000]
const ROUNDS = 41

const { provider, model, endpoint, thinkingLevel } = TARGETS.anthropic
const settings = { config: DEFAULT_CONFIG, catalog: createModelCatalog() }
const options = {
  files: NO_FILES,
  identities: [{ agentId: 'agent', text: 'About the agent.' }],
  choice: { provider, model, thinkingLevel },
  provider: { endpoint },
  tools: [],
  resumesPause: false,
  mayCallTools: true,
  now: 0,
}

/**
 * The next request of an agent whose context has grown: by a turn, or by one more round of calls in a turn that has
 * nothing else. Limits, tools and cache points are included. `ratio` compares with everything assembled anew.
 */
export function benchNextRequests(): Promise<readonly BenchRow[]> {
  return rowsOf([
    { what: 'one more turn', conversation: longConversation },
    { what: 'one more round of calls in a long turn', conversation: longTurn },
  ])
}

interface Shape {
  readonly what: string
  conversation(messages: number): Generator<readonly AgentEvent[]>
}

async function rowsOf(shapes: readonly Shape[]): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = []
  for (const { what, conversation } of shapes) {
    for (const length of LENGTHS) {
      const { next, whole } = await measure([...conversation(length)])
      rows.push({
        what: `next request at ${length.toLocaleString('en-US')} messages: ${what}`,
        value: next,
        unit: 'ms',
        ratio: next / whole,
        comparedWith: 'assembled anew',
        goal: { under: 1 },
      })
    }
  }
  return rows
}

/** ms for a request after each of the last rounds, and for one that is assembled anew. */
async function measure(rounds: readonly (readonly AgentEvent[])[]): Promise<{ next: number; whole: number }> {
  const context = new ContextReplay()
  const growing = new GrowingTranscript()
  const request = async () => assembleRequest(context, { ...options, growing }, settings)
  const times: number[] = []
  for (const [index, events] of rounds.entries()) {
    for (const event of events) context.apply(event)
    const left = rounds.length - index
    if (left <= ROUNDS + 1) times.push(await timed(request))
  }
  const whole = await timed(async () => assembleRequest(context, options, settings))
  return { next: median(times.slice(1)), whole }
}
