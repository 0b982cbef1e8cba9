import { describe, expect, it } from 'vitest'

import { AgentTree } from '../../src/main/core/agents/agent-tree.ts'
import { TreeLimits } from '../../src/main/core/budgets/tree-limits.ts'
import { DEFAULT_CONFIG } from '../../src/shared/config.ts'
import { DONE, ok } from '../../src/shared/result.ts'
import { agentSummary } from '../support/agent-summary.ts'
import { memorySettings } from '../support/memory-settings.ts'

const ROOT = agentSummary({ id: 'root' })
const CHILD = agentSummary({ id: 'child', parentId: 'root' })
const NEVER = new AbortController().signal

/** The limits of one engine on stored values that others share, of one turn without a user. `released`: by it. */
function engineOn(settings: ReturnType<typeof memorySettings>) {
  const tree = new AgentTree()
  for (const agent of [ROOT, CHILD]) tree.put(agent)
  const released: string[] = []
  const limits = new TreeLimits({
    tree,
    settings,
    questions: { ask: async () => ({ type: 'denied', message: 'Nobody is asked.' }), settle: () => undefined },
    config: { ...DEFAULT_CONFIG, maxTurnsWithoutUser: 1 },
    clock: { now: () => 0, sleep: async () => undefined },
    ids: { uuid: () => 'id', toolCallId: () => '', random: () => 0 },
    attended: false,
    peers: { runningElsewhere: async () => ok([]) },
    runLimits: { release: async () => DONE },
    loop: { running: () => [] },
    mailStarter: {
      release: async (id) => {
        released.push(id)
      },
    },
  })
  return { limits, released }
}

async function reachedLimit({ limits }: ReturnType<typeof engineOn>) {
  await limits.beginTurn('child')
  const second = await limits.beginTurn('child')
  if (!second.ok || second.value === null) throw new Error('The limit was not reached')
  return second.value
}

describe('mail at the limit of turns without a user', () => {
  it('is held, in each engine, until a user acts in one of them, which starts it', async () => {
    const settings = memorySettings()
    const [here, there] = [engineOn(settings), engineOn(settings)]
    const reached = await reachedLimit(here)
    expect(await here.limits.hold('child', reached, NEVER)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('The mail waits') },
    })
    expect(await there.limits.isHeld('child')).toEqual(ok(true))
    await there.limits.acted('root')
    expect(await here.limits.isHeld('child')).toEqual(ok(false))
    expect([here.released, there.released]).toEqual([[], ['child']])
  })

  it.each(['here', 'there'])('is not held if a user acted %s after the limit was reached', async (where) => {
    const settings = memorySettings()
    const [here, there] = [engineOn(settings), engineOn(settings)]
    const reached = await reachedLimit(here)
    await (where === 'here' ? here : there).limits.acted('root')
    expect(await here.limits.hold('child', reached, NEVER)).toEqual(DONE)
    expect(await there.limits.isHeld('child')).toEqual(ok(false))
  })

  it('is held if what a user began has reached the limit again', async () => {
    const here = engineOn(memorySettings())
    const reached = await reachedLimit(here)
    await here.limits.acted('root')
    await reachedLimit(here)
    expect((await here.limits.hold('child', reached, NEVER)).ok).toBe(false)
    expect(await here.limits.isHeld('child')).toEqual(ok(true))
  })
})
