import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Config } from '../../src/main/core/ports/config-ports.ts'
import type { AgentId } from '../../src/shared/ids.ts'
import type { PendingApproval } from '../../src/shared/approval.ts'
import { ApprovalClient } from '../support/approval-client.ts'
import { agentsOf, Pane, seen, valueOf } from '../support/drive-agent.ts'
import { idleEngines } from '../support/idle-engines.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { callsInEveryTurn, slash } from '../support/runaway-model.ts'

const MODEL = 'claude-haiku-4-5/none'

let simulator: Simulator
let engines: RealEngine[]

beforeEach(async () => {
  simulator = await startSimulator({ answerWith: () => textAnswer('Done.') })
  engines = []
})

afterEach(async () => {
  for (const real of engines.toReversed()) await real.close()
  await simulator.close()
})

async function open(config: Partial<Config>, attended = false): Promise<RealEngine> {
  const [first] = engines
  const database = first === undefined ? {} : { databaseUrl: first.databaseUrl }
  const real = await openRealEngine(simulator.environment(), { config, attended, allowed: ['*'], ...database })
  engines.push(real)
  return real
}

/** Makes an agent that starts on mail and writes to itself in every turn. */
async function talksToItself({ engine }: RealEngine): Promise<Pane> {
  const pane = await Pane.create(engine, MODEL)
  let mails = 0
  simulator.answerWith(callsInEveryTurn(() => [slash('send', `${pane.agentId} Go on ${++mails}`)]))
  valueOf(await engine.agents.setWakeOnMail({ agentId: pane.agentId, wakes: true }))
  return pane
}

const turnsBegunByMail = (pane: Pane) =>
  new Set(pane.view.events.flatMap(({ kind, turnId }) => (kind === 'mail' ? [turnId] : []))).size
const errorsOf = (pane: Pane) => pane.view.events.flatMap(({ kind, content }) => (kind === 'error' ? [content] : []))

const countsOf = async ({ engine }: RealEngine, agentId: AgentId) => {
  const { counts, refused } = valueOf(await engine.budgets.tree({ agentId }))
  return { used: Object.fromEntries(counts.map(({ limit, used }) => [limit, used])), refused }
}

async function nextQuestion(inbox: ApprovalClient): Promise<PendingApproval> {
  await inbox.until(({ pending }) => pending.size > 0)
  const [question] = inbox.pending.values()
  if (question === undefined) throw new Error('Nothing is asked')
  return question
}

const TURNS =
  'Turns that began without a user in this tree since a user last acted in it: 3; the limit is 3 (max_turns_without_user in config.json).'
const REQUESTS =
  'Requests sent in this tree since a user last acted in it: 4; the limit is 4 (max_requests_sent in config.json).'

describe('turns that mail begins', () => {
  it('begin again in the engine that held them, after a user has acted in another one', async () => {
    const here = await open({ maxTurnsWithoutUser: 3 })
    const there = await open({ maxTurnsWithoutUser: 3 })
    const pane = await talksToItself(here)
    const [child] = valueOf(await here.engine.agents.fork({ agentId: pane.agentId, models: [] }))
    const writer = await Pane.open(here.engine, child?.id ?? '')
    await pane.type('Begin')
    await pane.until((its) => errorsOf(its).length > 0)

    await seen(there.engine, ({ id }) => id === pane.agentId)
    simulator.answerWith(() => textAnswer('Done.'))
    const elsewhere = await Pane.open(there.engine, pane.agentId)
    await elsewhere.type('Go on')
    // The mail that was held has had its turn there, and this engine has seen its end.
    for (const each of [elsewhere, pane]) {
      await each.until((its) => turnsBegunByMail(its) === 4 && its.view.turn === null)
    }
    let isSent = false
    simulator.answerWith(() => {
      if (isSent) return textAnswer('Done.')
      isSent = true
      return { type: 'script', blocks: [slash('send', `${pane.agentId} Hello`)] }
    })
    await writer.type('Write')
    await pane.until((its) => turnsBegunByMail(its) === 5)
    expect(pane.view.events.some(({ kind, content }) => kind === 'mail' && content === 'Hello')).toBe(true)
  })

  it('are held at the limit where nobody can be asked, and the agent and its tree say why', async () => {
    const real = await open({ maxTurnsWithoutUser: 3 })
    const pane = await talksToItself(real)
    await pane.type('Begin')
    await pane.until((its) => errorsOf(its).length > 0)
    const why = `${TURNS} The mail waits until a user acts in the tree. Send a prompt to go on, or raise the limit.`
    expect([turnsBegunByMail(pane), errorsOf(pane)]).toEqual([3, [why]])
    expect(await countsOf(real, pane.agentId)).toMatchObject({ used: { max_turns_without_user: 3 }, refused: [why] })
    expect((await agentsOf(real.engine))[0]?.unreadMail).toBe(1)
  })

  it('begin again after a prompt, as often as before', async () => {
    const real = await open({ maxTurnsWithoutUser: 3 })
    const pane = await talksToItself(real)
    await pane.type('Begin')
    await pane.until((its) => errorsOf(its).length === 1)
    await pane.type('Go on')
    await pane.until((its) => errorsOf(its).length === 2)
    expect(turnsBegunByMail(pane)).toBe(6)
  })

  it('begin again when a user acts at another agent of the tree, in another engine', async () => {
    const real = await open({ maxTurnsWithoutUser: 3 })
    const pane = await talksToItself(real)
    const child = await pane.fork()
    await pane.type('Begin')
    await pane.until((its) => errorsOf(its).length === 1)
    const other = await open({ maxTurnsWithoutUser: 3 })
    await seen(other.engine, ({ id }) => id === child.agentId)
    valueOf(await other.engine.agents.submit({ agentId: child.agentId, text: '/mark here' }))
    await pane.until((its) => errorsOf(its).length === 2)
    expect(turnsBegunByMail(pane)).toBe(6)
  })

  it('are asked about in a window: a yes allows as many again, a no holds the mail until a user acts', async () => {
    const real = await open({ maxTurnsWithoutUser: 3 }, true)
    const pane = await talksToItself(real)
    const inbox = new ApprovalClient(real.engine)
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Begin' }))
    const first = await nextQuestion(inbox)
    expect(first).toMatchObject({ access: 'limit', subject: TURNS, extension: '3', agentId: pane.agentId })
    valueOf(await real.engine.approvals.answer({ approvalId: first.id, answer: { type: 'allow_once' } }))
    await inbox.until(({ pending }) => !pending.has(first.id))
    const second = await nextQuestion(inbox)
    expect(turnsBegunByMail(pane)).toBe(6)
    valueOf(await real.engine.approvals.answer({ approvalId: second.id, answer: { type: 'deny' } }))
    await seen(real.engine, ({ id, activity }) => id === pane.agentId && activity.type === 'idle')
    expect([turnsBegunByMail(pane), inbox.pending.size]).toEqual([6, 0])
    await pane.type('Go on')
    await nextQuestion(inbox)
    expect(turnsBegunByMail(pane)).toBe(9)
    inbox.close()
  })
})

describe('requests', () => {
  const loop = () => simulator.answerWith(() => ({ type: 'script', blocks: [slash('mark', `m${Math.random()}`)] }))

  it('are refused at the limit where nobody can be asked', async () => {
    const real = await open({ maxRequestsSent: 4 })
    const pane = await Pane.create(real.engine, MODEL)
    loop()
    await pane.type('Begin')
    expect([simulator.requests.length, errorsOf(pane)]).toEqual([
      4,
      [`${REQUESTS} Send a prompt to go on, or raise the limit.`],
    ])
    await pane.type('Again')
    expect(simulator.requests.length).toBe(8)
  })

  it('are asked about in a window, and without a limit from then on', async () => {
    const real = await open({ maxRequestsSent: 4 }, true)
    const pane = await Pane.create(real.engine, MODEL)
    const inbox = new ApprovalClient(real.engine)
    loop()
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Begin' }))
    const { id, subject } = await nextQuestion(inbox)
    expect([subject, simulator.requests.length]).toEqual([REQUESTS, 4])
    valueOf(
      await real.engine.approvals.answer({
        approvalId: id,
        answer: { type: 'allow', for: 'agent', pattern: null },
      }),
    )
    await pane.until(({ view }) => view.events.filter(({ kind }) => kind === 'assistant').length > 12)
    valueOf(await real.engine.agents.stop({ agentId: null }))
    expect(inbox.pending.size).toBe(0)
    inbox.close()
  })
})

it('counts the agents that models make over all their turns', async () => {
  const real = await open({ maxAgentsMade: 3 })
  const pane = await Pane.create(real.engine, MODEL)
  simulator.answerWith(callsInEveryTurn(() => [slash('fork', '"Go on"')]))
  await pane.type('Begin')
  const refused = async () => (await countsOf(real, pane.agentId)).refused
  await expect
    .poll(refused, { timeout: 20_000 })
    .toEqual([
      'Agents that models have made in this tree since a user last acted in it: 3; the limit is 3 (max_agents_made in config.json). Nothing was forked.',
    ])
  expect(await agentsOf(real.engine)).toHaveLength(4)
})

it.each(['maxAgentsMade', 'maxRunningTurns', 'maxTurnsWithoutUser'] as const)(
  'holds %s when agents of two engines fork at the same moment',
  async (limit) => {
    const config = { maxAgentsMade: 50, [limit]: 4 }
    const [here, there] = [await open(config), await open(config)]
    const root = await Pane.create(here.engine, MODEL)
    const parents = [root, await root.fork(), await root.fork()]
    await seen(there.engine, ({ id }) => id === parents.at(-1)?.agentId)
    simulator.answerWith((request) =>
      request.bodyText.includes('Work now')
        ? textAnswer('Working for a while here, word by word.', { tokensPerSecond: 20 })
        : callsInEveryTurn(() => Array.from({ length: 4 }, () => slash('fork', '"Work now"')))(request),
    )
    const panes = await Promise.all(
      parents.map(({ agentId }, index) => Pane.open((index === 0 ? here : there).engine, agentId)),
    )
    await Promise.all(panes.map((pane) => pane.type('Delegate')))
    const made = (await agentsOf(here.engine)).length - parents.length
    // Of running turns, those of the parents count too.
    expect(made).toBeLessThanOrEqual(4)
    expect(made).toBeGreaterThan(0)
    valueOf(await here.engine.agents.stop({ agentId: null }))
  },
)

it.each([
  ['a command', 'mark', () => 'here'],
  ['a clear', 'clear', () => '--result'],
  ['a fork', 'fork', () => '"Go on"'],
  ['mail to itself', 'send', (agentId) => `${agentId} Go on`],
] satisfies readonly [string, string, (agentId: AgentId) => string][])(
  'what a model does begins no count anew: %s',
  async (_name, command, args) => {
    const real = await open({ maxRequestsSent: 4 })
    const pane = await Pane.create(real.engine, MODEL)
    valueOf(await real.engine.agents.setWakeOnMail({ agentId: pane.agentId, wakes: true }))
    // Never ends its turn by itself.
    simulator.answerWith(() => ({ type: 'script', blocks: [slash(command, args(pane.agentId))] }))
    await pane.type('Begin')
    await expect.poll(async () => (await countsOf(real, pane.agentId)).used['max_requests_sent']).toBeLessThanOrEqual(4)
    await idleEngines(engines)
    expect(simulator.requests.length).toBeLessThanOrEqual(4)
    expect((await countsOf(real, pane.agentId)).used['max_requests_sent']).toBe(simulator.requests.length)
  },
)

describe('what a user does', () => {
  const isZero = async (real: RealEngine, agentId: AgentId): Promise<boolean> =>
    (await countsOf(real, agentId)).used['max_requests_sent'] === 0

  it.each([
    ['a command', (real, { agentId }) => real.engine.agents.submit({ agentId, text: '/mark here' }), true],
    ['a clear', (real, { agentId }) => real.engine.agents.submit({ agentId, text: '/clear' }), true],
    [
      'mail by a user',
      (real, { agentId }) => real.engine.agents.submit({ agentId, text: `/send ${agentId} Hello` }),
      true,
    ],
    ['a fork by a command', (real, { agentId }) => real.engine.agents.submit({ agentId, text: '/fork' }), true],
    ['a fork by a click', (real, { agentId }) => real.engine.agents.fork({ agentId, models: [] }), true],
    [
      'text without a turn',
      (real, { agentId }) => real.engine.agents.submit({ agentId, text: '/model gpt-6-sol' }),
      true,
    ],
    ['waking on mail', (real, { agentId }) => real.engine.agents.setWakeOnMail({ agentId, wakes: true }), true],
    ['keeping warm', (real, { agentId }) => real.engine.keepWarm.set({ agentId, scope: 'agent' }), true],
    ['a stop', (real, { agentId }) => real.engine.agents.submit({ agentId, text: '/stop' }), false],
    ['a stop of all', (real) => real.engine.agents.stop({ agentId: null }), false],
    ['a cancel', (real, { agentId }) => real.engine.agents.cancel({ agentId }), false],
    ['a new name', (real, { agentId }) => real.engine.agents.rename({ agentId, name: 'New' }), false],
    ['a look', (real, { agentId }) => real.engine.agents.context({ agentId }), false],
  ] satisfies readonly [string, (real: RealEngine, pane: Pane) => Promise<unknown>, boolean][])(
    '%s',
    async (_name, act, begins) => {
      const real = await open({})
      const pane = await Pane.create(real.engine, MODEL)
      await pane.type('Begin')
      expect(await isZero(real, pane.agentId)).toBe(false)
      await act(real, pane)
      expect(await isZero(real, pane.agentId)).toBe(begins)
    },
  )

  it('a prompt, whose own requests count', async () => {
    const real = await open({})
    const pane = await Pane.create(real.engine, MODEL)
    await pane.type('Begin')
    await pane.type('Again')
    expect((await countsOf(real, pane.agentId)).used).toEqual({
      max_agents_made: 0,
      max_turns_without_user: 0,
      max_requests_sent: 1,
    })
  })
})
