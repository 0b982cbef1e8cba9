import fc from 'fast-check'
import { expect, it } from 'vitest'

import { AgentTree } from '../../../src/main/core/agents/agent-tree.ts'
import { contextHolders } from '../../../src/main/core/search/context-holders.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import { naiveContext } from '../../support/naive-context.ts'
import { step, RandomHistory } from '../context/random-history.ts'

const ACTS: ReadonlySet<string> = new Set(['clear', 'rewind', 'summary'])

/** What the database answers with. */
function editsIn(log: readonly AgentEvent[]) {
  return {
    contextEdits: (agentIds: readonly string[]) =>
      Promise.resolve({
        ok: true as const,
        value: log.filter(({ kind, agentId }) => ACTS.has(kind) && agentIds.includes(agentId)).toReversed(),
      }),
  }
}

it('names whose contexts hold an event, as the whole contexts do, under any history of edits and forks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), fc.nat(), async (steps, every) => {
      const world = new RandomHistory()
      for (const one of steps) await world.take(one)
      const tree = new AgentTree()
      for (const agent of world.agents.values()) tree.put(agent)
      // Any page of hits, newest first.
      const hits = world.log.filter(({ id }) => id % (1 + (every % 5)) === 0).toReversed()
      const found = await contextHolders(hits, { log: editsIn(world.log), tree })
      if (!found.ok) throw new Error(found.error.message)
      const contexts = [...world.agents.keys()].map(
        (id) => [id, new Set(naiveContext(world.log, world.agents, id).items.map((item) => item.id))] as const,
      )
      for (const hit of hits) {
        const expected = contexts.flatMap(([id, items]) => (items.has(hit.id) ? [id] : []))
        expect(found.value.get(hit.id)?.toSorted()).toEqual(expected.toSorted())
      }
    }),
    { numRuns: 300 },
  )
})
