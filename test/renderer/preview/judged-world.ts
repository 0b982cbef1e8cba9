import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import { type Comparisons, NO_COMPARISONS, reduceComparisons } from '../../../src/renderer/store/comparison.ts'
import { CLAUDE, compareWorld, GEMINI, GPT } from './compare-world.ts'
import { shortAgentId } from '../../../src/shared/ids.ts'
import type { PreviewWorld } from './preview-types.ts'

const JUDGES = ['dddd0000-0000-4000-8000-00000000000d', 'dddd0000-0000-4000-8000-00000000000e'] as const
const MERGE = 'eeee0000-0000-4000-8000-00000000000e'

const VERDICT = `All three know the trade.

A: Names what ends a session, and when.
B: Sound, but says nothing about the price of the list.
C: Right, and too long a life.

A > B > C`

const MERGED = `**Five minutes**, with a rotating refresh token behind it. Revoking the refresh token ends the session within five minutes; a small deny list in memory covers the rest.`

/** The comparison of three answers, judged twice by one model that agrees with itself, and merged. */
export function judgedWorld(): PreviewWorld {
  const world = compareWorld()
  let id = Math.max(0, ...[...world.events.values()].flat().map((event) => event.id))
  const next = () => {
    id += 1
    return { id, sessionId: 1, createdAt: '2026-11-20T09:40:00.000Z' }
  }
  const own = world.events.get(CLAUDE) ?? []
  const newest = [CLAUDE, GPT, GEMINI].map((agent) => ({
    agent,
    events: [world.events.get(agent)?.at(-1)?.id ?? 0],
  }))
  const forks = [...JUDGES, MERGE].map((child): AgentEvent => ({
    ...next(),
    agentId: CLAUDE,
    turnId: null,
    kind: 'fork',
    content: null,
    data: { child, reason: child === MERGE ? 'merge' : 'judge', answers: newest },
  }))
  const logOf = (agentId: string, text: string): readonly AgentEvent[] => [
    ...own.slice(0, 6),
    { ...next(), agentId, turnId: 't', kind: 'user', content: 'Here are 3 answers', data: null },
    {
      ...next(),
      agentId,
      turnId: 't',
      kind: 'assistant',
      content: text,
      data: {
        provider: 'anthropic',
        model: 'claude-opus-4-5',
        finish_reason: 'STOP',
        blocks: [{ type: 'text', text }],
      },
    },
  ]
  const template = world.agents.find((agent) => agent.id === CLAUDE)
  const added = [...JUDGES, MERGE].flatMap((agentId) => {
    if (template === undefined) return []
    const choice = { provider: 'anthropic', model: 'claude-opus-4-5', thinkingLevel: 'med' } as const
    return [
      { ...template, id: agentId, name: shortAgentId(agentId), choice, cost: { usd: 0.02, unpriced: 0, partial: 0 } },
    ]
  })
  return {
    ...world,
    agents: [...world.agents, ...added],
    events: new Map([
      ...world.events,
      [CLAUDE, [...own, ...forks]] as const,
      ...JUDGES.map((judge) => [judge, logOf(judge, VERDICT)] as const),
      [MERGE, logOf(MERGE, MERGED)] as const,
    ]),
    settings: new Map([...world.settings, ['comparisons', comparisons()] as const]),
  }
}

function comparisons(): Comparisons {
  const agents = [CLAUDE, GPT, GEMINI]
  const comparison = agents.join(' ')
  const shown = reduceComparisons(NO_COMPARISONS, { type: 'show', agents })
  const judged = JUDGES.reduce(
    (state, agentId) => reduceComparisons(state, { type: 'add_judge', id: comparison, agentId }),
    shown,
  )
  return reduceComparisons(judged, { type: 'add_merge', id: comparison, agentId: MERGE })
}
