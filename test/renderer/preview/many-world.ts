import { agentSummary } from '../../support/agent-summary.ts'
import type { PreviewWorld } from './preview-types.ts'
import { busyScenario } from './preview-world.ts'

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
      ...(index % 100 === 99 && { status: 'killed' }),
    }),
  )
  const world = busyScenario()
  return { ...world, agents, events: new Map(), settings: new Map() }
}
