import fc from 'fast-check'
import { expect, test } from 'vitest'

import { withoutCircles } from '../../../src/main/adapters/storage/agent-row.ts'
import { agentRecord } from '../../support/agent-summary.ts'

const AGENTS = 12

/** Whether the way up from an agent leads to it again. */
function isAboveItself(parents: readonly (number | null)[], agent: number): boolean {
  let at = parents[agent] ?? null
  for (let step = 0; step < AGENTS && at !== null && at !== agent; step += 1) at = parents[at] ?? null
  return at === agent
}

const parent = fc.option(fc.nat(AGENTS - 1), { freq: 6 })

test('only an agent that is above itself loses its parent', () => {
  fc.assert(
    fc.property(fc.array(parent, { minLength: AGENTS, maxLength: AGENTS }), (parents) => {
      const agents = parents.map((above, id) =>
        agentRecord({ id: String(id), parentId: above === null ? null : String(above) }),
      )
      const expected = agents.map((agent, id) =>
        isAboveItself(parents, id) ? { ...agent, parentId: null, unreadable: ['parent_uuid'] } : agent,
      )
      expect(withoutCircles(agents)).toEqual(expected)
    }),
  )
})
