import { agentSummary } from '../../support/agent-summary.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type { PreviewWorld } from './preview-types.ts'
import { busyScenario, LONG } from './preview-world.ts'

const hex = (index: number) => index.toString(16).padStart(4, '0')

/** A thousand agents: every tenth is a root, the others are below it, and each hundredth was killed. */
export function manyWorld(): PreviewWorld {
  const idOf = (index: number) => `${hex(index)}0000-0000-4000-8000-000000000000`
  const agents = Array.from({ length: 1_000 }, (_, index) =>
    agentSummary({
      id: idOf(index),
      name: `Agent number ${index}`,
      parentId: index % 10 === 0 ? null : idOf(index - (index % 10)),
      createdAt: new Date(Date.UTC(2026, 10, 1, 0, 0, -index)).toISOString(),
      folder: `/home/ada/code/${['shop', 'gateway', 'notes'][Math.floor(index / 10) % 3] ?? ''}`,
      ...(index % 100 === 99 && { status: 'killed' }),
    }),
  )
  const world = busyScenario()
  return { ...world, agents, events: new Map(), settings: new Map() }
}

const MANY_EVENTS = 100_000

/** One agent has a hundred thousand events. */
export function farWorld(): PreviewWorld {
  const world = busyScenario()
  const events = Array.from({ length: MANY_EVENTS }, (_, index): AgentEvent => {
    const row = {
      id: 1_000_000 + index,
      sessionId: 1,
      agentId: LONG,
      turnId: null,
      createdAt: '2026-11-01T00:00:00.000Z',
    }
    return index % 2 === 0
      ? { ...row, kind: 'user', content: `Question ${index / 2}, please`, data: null }
      : { ...row, kind: 'assistant', content: `Answer ${(index - 1) / 2}. A few words.`, data: {} }
  })
  return { ...world, events: new Map(world.events).set(LONG, events) }
}
