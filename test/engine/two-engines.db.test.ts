import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Engine } from '../../src/main/core/engine.ts'
import type { AgentSummary } from '../../src/shared/agent-summary.ts'
import { approvalRules } from '../support/approval-client.ts'
import { agentsOf, Pane, refusalOf, seen, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const HELD = {
  type: 'script',
  blocks: [{ type: 'text', text: 'First half, ' }, { type: 'hold' }, { type: 'text', text: 'second half.' }],
} as const

let simulator: Simulator
let here: RealEngine
let there: RealEngine

beforeAll(async () => {
  simulator = await startSimulator()
  here = await openRealEngine(simulator.environment(), { attended: true })
  there = await openRealEngine(simulator.environment(), { databaseUrl: here.databaseUrl })
})

afterAll(() => closeAll(there, here, simulator))

/** A new agent, as both engines see it. */
async function openPanes(): Promise<readonly [Pane, Pane]> {
  const pane = await Pane.create(here.engine, 'claude-haiku-4-5/none')
  await seen(there.engine, ({ id }) => id === pane.agentId)
  return [pane, await Pane.open(there.engine, pane.agentId)]
}

async function contextOf(engine: Engine, agentId: string): Promise<readonly unknown[]> {
  return valueOf(await engine.agents.context({ agentId })).segments.map(({ event: { kind, content } }) => [
    kind,
    content,
  ])
}

describe('two engines on one database', () => {
  // How soon: `npm run bench`, scale-out.
  it("see each other's answers, marks, forks and mail without asking for them", async () => {
    const [mine, theirs] = await openPanes()
    simulator.enqueue('anthropic', textAnswer('Hi.'))
    await mine.type('Hello')
    await theirs.until((pane) => pane.last('assistant') !== undefined)
    await mine.type('/mark HERE')
    await theirs.until((pane) => pane.last('mark') !== undefined)
    await mine.type('/fork HERE "go"')
    const { id } = await seen(there.engine, ({ parentId }) => parentId === mine.agentId)
    // Its request would otherwise take what the next test queues.
    const child = await Pane.open(there.engine, id)
    await child.until((pane) => pane.last('assistant')?.agentId === id)
    await mine.type(`/send ${mine.agentId} to myself`)
    await seen(there.engine, ({ id, unreadMail }) => id === mine.agentId && unreadMail === 1)
    expect(valueOf(await there.engine.agents.submit({ agentId: theirs.agentId, text: '/clear HERE' })).answers).toEqual(
      ["Rewound to 'HERE'."],
    )
    await mine.until((pane) => pane.last('rewind') !== undefined)
    expect(await contextOf(here.engine, mine.agentId)).toEqual(await contextOf(there.engine, mine.agentId))
  })

  it('show what the other one streams while it streams, also to a window that opens later', async () => {
    const [mine, theirs] = await openPanes()
    const texts = (pane: Pane) => pane.view.turn?.blocks.map((block) => ('text' in block ? block.text : block.name))
    simulator.enqueue('anthropic', HELD)
    const typed = mine.type('Hello')
    await theirs.until((pane) => texts(pane)?.[0] === 'First half, ')
    const late = await Pane.open(there.engine, mine.agentId)
    expect(texts(late)).toEqual(['First half, '])
    const held = await simulator.streamHeld()
    held.release()
    await typed
    await theirs.until((pane) => pane.view.turn === null && pane.last('assistant') !== undefined)
    expect(theirs.last('assistant')?.content).toBe('First half, second half.')
    simulator.enqueue('anthropic', HELD)
    const again = mine.type('Again')
    await late.until((pane) => texts(pane)?.[0] === 'First half, ')
    const heldAgain = await simulator.streamHeld()
    heldAgain.release()
    await again
    await late.until((pane) => pane.view.turn === null)
    expect(late.lines().slice(-2)).toEqual(['user: Again', 'assistant: First half, second half.'])
  })

  it('keep what each of them changes in a setting at the same moment', async () => {
    const [mine] = await openPanes()
    const children = await Promise.all(Array.from({ length: 8 }, () => mine.fork()))
    for (const { agentId } of children) await seen(there.engine, ({ id }) => id === agentId)
    const budget = { scope: 'agent', tokens: 1_000, step: 1_000 } as const
    const folder = valueOf(await here.engine.agents.folder({ agentId: mine.agentId })).folder
    const rule = { tool: 'bash', action: 'allow', pattern: null } as const
    const changes = children.flatMap(({ agentId }, index) => {
      const { engine } = index % 2 === 0 ? here : there
      return [
        engine.budgets.set({ agentId, budget }),
        engine.agents.setFolder({ agentId, folder }),
        engine.approvals.addRule({ ...rule, scope: { type: 'agent', agentId } }),
      ]
    })
    for (const change of changes) valueOf<unknown>(await change)
    const budgets = valueOf(await here.engine.budgets.list())
    const rules = await approvalRules(here.engine)
    for (const { agentId } of children) {
      expect(budgets[agentId]).toEqual(budget)
      expect(valueOf(await here.engine.agents.folder({ agentId })).chosenFor).toBe(agentId)
      expect(rules.some(({ scope }) => scope.type === 'agent' && scope.agentId === agentId)).toBe(true)
    }
  })

  it('show the folder of an agent that the other one made, and of one that moves', async () => {
    const [mine] = await openPanes()
    await seen(here.engine, ({ id, folder }) => id === mine.agentId && folder !== undefined)
    const place = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-two-engines-')))
    const shown = seen(here.engine, ({ folder }) => folder === place)
    const theirs = valueOf(await there.engine.local.createAgent({ model: 'claude-haiku-4-5/none', folder: place }))
    const theirPane = await Pane.open(there.engine, theirs.id)
    await theirPane.type('Hello')
    expect((await shown).id).toBe(theirs.id)
    const moved = seen(here.engine, ({ id, folder }) => id === mine.agentId && folder === place)
    valueOf(await here.engine.agents.setFolder({ agentId: mine.agentId, folder: place }))
    expect((await moved).id).toBe(mine.agentId)
    await rm(place, { recursive: true })
  })

  it("cannot run the same agent's turn twice", async () => {
    const [mine, theirs] = await openPanes()
    simulator.enqueue('anthropic', HELD)
    valueOf(await here.engine.agents.submit({ agentId: mine.agentId, text: 'Go' }))
    const held = await simulator.streamHeld()
    const requests = simulator.requests.length
    expect(refusalOf(await there.engine.agents.submit({ agentId: mine.agentId, text: 'Me too' }))).toBe(
      "Another ikigai on this database is running this agent's turn. Wait until it has ended.",
    )
    expect(refusalOf(await there.engine.agents.submit({ agentId: mine.agentId, text: '/compress' }))).toMatch(
      /^Another ikigai|^Nothing to/,
    )
    for (const line of ['/clear', '/model gpt-5']) {
      expect(refusalOf(await there.engine.agents.submit({ agentId: mine.agentId, text: line }))).toMatch(
        /^Another ikigai/,
      )
    }
    held.release()
    await mine.until(({ view }) => view.turn === null)
    await theirs.until((pane) => pane.last('assistant') !== undefined)
    // What the other engine recorded may arrive here after the end of this engine's own turn.
    await mine.until((pane) => pane.lines().length === theirs.lines().length)
    expect([theirs.lines(), simulator.requests.length]).toEqual([mine.lines(), requests])
    simulator.enqueue('anthropic', textAnswer('Now from there.'))
    await theirs.type('And now?')
    await mine.until((pane) => pane.last('assistant')?.content === 'Now from there.')
    await theirs.until((pane) => pane.lines().length === mine.lines().length)
    expect(mine.lines()).toEqual(theirs.lines())
  })

  it("show each other's turns in the tree while they run, also when opened in the middle of one", async () => {
    const [mine] = await openPanes()
    const runs = ({ id, activity }: AgentSummary): boolean =>
      id === mine.agentId && activity.type === 'streaming' && activity.elsewhere === true
    simulator.enqueue('anthropic', HELD)
    valueOf(await here.engine.agents.submit({ agentId: mine.agentId, text: 'Go' }))
    const held = await simulator.streamHeld()
    await seen(there.engine, runs)
    await there.reopen()
    await seen(there.engine, runs)
    const own = await seen(here.engine, ({ id }) => id === mine.agentId)
    expect(own.activity).toEqual({ type: 'streaming' })
    held.release()
    await seen(there.engine, ({ id, activity }) => id === mine.agentId && activity.type === 'idle')
  })

  it('that are asked at the same moment let exactly one begin', async () => {
    for (let round = 0; round < 5; round++) {
      const [mine, theirs] = await openPanes()
      simulator.enqueue('anthropic', HELD)
      const starts = await Promise.all(
        [mine, theirs].map(({ agentId }, at) =>
          (at === 0 ? here : there).engine.agents.submit({ agentId, text: `from ${at}` }),
        ),
      )
      expect(starts.filter(({ ok }) => ok)).toHaveLength(1)
      const held = await simulator.streamHeld()
      held.release()
      for (const pane of [mine, theirs]) await pane.until((now) => now.last('assistant') !== undefined)
      expect(mine.lines()).toHaveLength(2)
    }
  })

  it('read each mail once, also when both ask at the same moment', async () => {
    const [mine, theirs] = await openPanes()
    for (let round = 0; round < 5; round++) {
      await mine.type(`/send ${mine.agentId} letter ${round}`)
      const answers = await Promise.all([
        here.engine.agents.submit({ agentId: mine.agentId, text: '/check-mail' }),
        there.engine.agents.submit({ agentId: theirs.agentId, text: '/check-mail' }),
      ])
      const read = answers.flatMap((answer) => valueOf(answer).answers)
      expect(read.filter((answer) => answer.includes(`letter ${round}`))).toHaveLength(1)
      expect(read.filter((answer) => answer === 'No messages.')).toHaveLength(1)
    }
    await mine.until(({ view }) => view.events.filter(({ kind }) => kind === 'mail').length === 5)
  })

  it('end a turn of theirs when the other one kills its agent', async () => {
    const [mine, theirs] = await openPanes()
    simulator.enqueue('anthropic', HELD)
    valueOf(await here.engine.agents.submit({ agentId: mine.agentId, text: 'Go' }))
    await simulator.streamHeld()
    await mine.until(({ view }) => view.turn?.blocks.length === 1)
    expect(valueOf(await there.engine.agents.submit({ agentId: theirs.agentId, text: '/kill' })).answers).toEqual([
      'Killed 1 agent.',
    ])
    await mine.until(({ view }) => view.turn === null)
    expect(mine.lines()).toContain('interrupted: First half, ')
    expect((await agentsOf(here.engine)).find(({ id }) => id === mine.agentId)?.status).toBe('killed')
  })

  it('wake an agent that the other one writes to while its turn runs here, when the turn has ended', async () => {
    const [mine] = await openPanes()
    valueOf(await here.engine.agents.setWakeOnMail({ agentId: mine.agentId, wakes: true }))
    await seen(there.engine, ({ id, wakeOnMail }) => id === mine.agentId && wakeOnMail)
    simulator.enqueue('anthropic', HELD)
    valueOf(await here.engine.agents.submit({ agentId: mine.agentId, text: 'Go' }))
    const held = await simulator.streamHeld()
    valueOf(await there.engine.agents.submit({ agentId: mine.agentId, text: `/send ${mine.agentId} next` }))
    simulator.enqueue('anthropic', textAnswer('Next.'))
    held.release()
    await mine.until((pane) => pane.last('assistant')?.content === 'Next.')
    expect(mine.last('mail')?.content).toBe('next')
  })
})
