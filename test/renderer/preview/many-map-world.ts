import { agentSummary } from '../../support/agent-summary.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import type { PreviewWorld } from './preview-types.ts'
import { busyScenario } from './preview-world.ts'

const DAY = new Date(2026, 10, 27).getTime()
const MINUTE_MS = 60_000
/** Agents of one tree: a root, and forks of it and of one another. */
const TREE_SIZE = 10
const PROMPTS = 2

/** A day of so many agents in trees of ten, each with prompts of its own. */
export function manyMapWorld(count: number): PreviewWorld {
  const idOf = (index: number): AgentId => `${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
  const events = new Map<AgentId, readonly AgentEvent[]>()
  const agents = Array.from({ length: count }, (_, index) => {
    const place = index % TREE_SIZE
    // Trees begin all over the day, and their forks follow.
    const begins = DAY + ((Math.floor(index / TREE_SIZE) * 37) % 1_200) * MINUTE_MS + place * 15 * MINUTE_MS
    const times = Array.from({ length: PROMPTS }, (_prompt, prompt) => begins + (prompt + 1) * 7 * MINUTE_MS)
    const firstId = 1 + index * PROMPTS
    events.set(
      idOf(index),
      times.map((time, prompt) => ({
        id: firstId + prompt,
        sessionId: 1,
        agentId: idOf(index),
        turnId: null,
        kind: 'user',
        content: `Prompt ${prompt} of agent ${index}`,
        data: null,
        createdAt: new Date(time).toISOString(),
      })),
    )
    return agentSummary({
      id: idOf(index),
      name: `Agent number ${index}`,
      createdAt: new Date(begins).toISOString(),
      lastActivityAt: new Date(times.at(-1) ?? begins).toISOString(),
      lastMessageId: firstId + PROMPTS - 1,
      ...(place > 0 && {
        parentId: idOf(index - (place > 4 ? 4 : place)),
        forkEventId: 1,
        forkReason: place === 3 ? 'tool' : 'fork',
      }),
    })
  })
  return { ...busyScenario(), agents, events, settings: new Map() }
}
