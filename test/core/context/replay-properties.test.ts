import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import { naiveContext } from '../../support/naive-context.ts'
import { step, RandomHistory } from './random-history.ts'

const seen = (items: readonly AgentEvent[]) => items.map(({ id }) => id)

describe('context replay and its definition', () => {
  it('are the same, live and from the log, under any history of edits and forks', async () => {
    const runs = Number(process.env['REPLAY_RUNS'] ?? 300)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80, size: 'max' }), async (steps) => {
        const world = new RandomHistory()
        for (const one of steps) await world.take(one)
        const cold = world.contexts()
        for (const id of world.agents.keys()) {
          const expected = naiveContext(world.log, world.agents, id)
          for (const contexts of [world.live, cold]) {
            const replay = await contexts.contextOf(id)
            if (!replay.ok) throw new Error(replay.error.message)
            const { items, marks, system } = replay.value
            expect([seen(items), [...marks], system]).toEqual([
              seen(expected.items),
              [...expected.marks],
              expected.system,
            ])
          }
        }
      }),
      { numRuns: runs },
    )
  })

  it('are the same at every point of the past', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        const world = new RandomHistory()
        for (const one of steps) await world.take(one)
        for (const { id: upToId, agentId } of world.log) {
          const replay = await world.live.at(agentId, upToId)
          if (!replay.ok) throw new Error(replay.error.message)
          expect(seen(replay.value.items)).toEqual(seen(naiveContext(world.log, world.agents, agentId, upToId).items))
        }
      }),
      { numRuns: 50 },
    )
  })
})
