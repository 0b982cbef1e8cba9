import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Tool } from '../../src/main/core/ports/tool-ports.ts'
import type { Home } from '../../src/shared/home.ts'
import type { Profile } from '../../src/shared/profile.ts'
import { approvalRules } from '../support/approval-client.ts'
import { Pane, refusalOf, seen, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const MODEL = 'claude-haiku-4-5/none'
const ANN: Home = { id: '00000000-0000-4000-8000-0000000000aa', label: 'ann@desk' }
const BOB: Home = { id: '00000000-0000-4000-8000-0000000000bb', label: 'bob@lab' }

/** A profile that allows a program, without the sandbox. */
const BUILD: Profile = {
  description: 'Builds',
  systemPrompt: null,
  model: null,
  budget: null,
  tools: null,
  rules: [
    { tool: 'bash', pattern: null, action: 'allow' },
    { tool: 'bash', pattern: 'rm *', action: 'deny' },
  ],
  sandbox: 'off',
}

/** One engine of a home, with its own provider, folder, and list of what its tools did. */
interface Household {
  readonly real: RealEngine
  readonly simulator: Simulator
  readonly folder: string
  readonly ran: string[]
}

let ann: Household
let bob: Household

async function open(home: Home, databaseUrl?: string): Promise<Household> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-home-')))
  const simulator = await startSimulator()
  const ran: string[] = []
  const bash: Tool = {
    definition: { name: 'bash', description: 'Runs a command', parameters: { type: 'object', properties: {} } },
    async prepare({ command }) {
      const subject = typeof command === 'string' ? command : ''
      const run = async () => {
        ran.push(subject)
        return { content: 'ran', isError: false }
      }
      return { ok: true, call: { subject, access: 'execute', isInFolder: false, paths: [], run } }
    },
  }
  const given = { config: { profiles: { build: BUILD } }, ...(databaseUrl !== undefined && { databaseUrl }) }
  const real = await openRealEngine(simulator.environment(), { home, tools: [bash], attended: true, ...given })
  return { real, simulator, folder, ran }
}

beforeAll(async () => {
  ann = await open(ANN)
  bob = await open(BOB, ann.real.databaseUrl)
})

afterAll(async () => {
  for (const { real, simulator, folder } of [bob, ann]) {
    await real.close()
    await simulator.close()
    await rm(folder, { recursive: true })
  }
})

beforeEach(() => {
  for (const { simulator, ran } of [ann, bob]) {
    ran.length = 0
    simulator.answerWith(() => textAnswer('Done.'))
  }
})

/** An agent of `owner` that has answered once, as the other home knows it. */
async function agentOf(owner: Household, other: Household): Promise<Pane> {
  const pane = await Pane.create(owner.real.engine, MODEL)
  await pane.type('Hello')
  await seen(other.real.engine, ({ id }) => id === pane.agentId)
  return pane
}

describe('two homes on one database', () => {
  it('a rule of one allows no call of the other', async () => {
    const agents = ann.real.engine
    const rule = { tool: 'bash', pattern: null, action: 'allow', scope: { type: 'everywhere' } } as const
    valueOf(await agents.approvals.addRule(rule))
    expect(await approvalRules(bob.real.engine)).toEqual([])
    const pane = await Pane.create(bob.real.engine, MODEL)
    bob.simulator.enqueue('anthropic', {
      type: 'script',
      blocks: [{ type: 'tool_call', name: 'bash', arguments: { command: 'touch marker' } }],
    })
    void bob.real.engine.agents.submit({ agentId: pane.agentId, text: 'Go' })
    await pane.until(({ items }) => JSON.stringify(items).includes('approval_requested'))
    expect(bob.ran).toEqual([])
    valueOf(await bob.real.engine.agents.cancel({ agentId: pane.agentId }))
    pane.close()
  })

  it('what one begins for an agent of the other sends no request: it waits there', async () => {
    const pane = await agentOf(ann, bob)
    const [before, own] = [ann.simulator.requests.length, bob.simulator.requests.length]
    const { agents } = bob.real.engine
    const { agentId } = pane
    expect(valueOf(await agents.submit({ agentId, text: 'From Bob' }))).toMatchObject({
      queued: true,
      queuedAt: ANN.label,
      turnStarted: false,
    })
    await pane.until(({ view }) => view.queue.length === 1)
    expect(pane.view.queue).toMatchObject([{ text: 'From Bob', from: BOB.label }])
    const [child] = valueOf(await agents.fork({ agentId, models: [], prompt: 'And this' }))
    expect(child?.otherHome).toMatchObject(ANN)
    await pane.type('Mine')
    expect(pane.view.queue).toHaveLength(1)
    expect([ann.simulator.requests.length - before, bob.simulator.requests.length - own]).toEqual([1, 0])
    pane.close()
  })

  it('a user of the agent’s home sends what another home has queued', async () => {
    const pane = await agentOf(ann, bob)
    valueOf(await bob.real.engine.agents.submit({ agentId: pane.agentId, text: 'From Bob' }))
    await pane.until(({ view }) => view.queue.length === 1)
    const [prompt] = pane.view.queue
    const place = { agentId: pane.agentId, promptId: prompt?.id ?? '' }
    expect(refusalOf(await bob.real.engine.queue.send(place))).toContain(ANN.label)
    valueOf(await ann.real.engine.queue.send(place))
    await pane.until(({ view }) => view.queue.length === 0)
    await pane.until((each) => each.lines().at(-1)?.startsWith('assistant') === true)
    expect(pane.lines()).toContain('user: From Bob')
    pane.close()
  })

  it('mail of one starts no turn of the other', async () => {
    const [mine, theirs] = [await agentOf(ann, bob), await agentOf(bob, ann)]
    valueOf(await bob.real.engine.agents.setWakeOnMail({ agentId: theirs.agentId, wakes: true }))
    await seen(ann.real.engine, ({ id, wakeOnMail }) => id === theirs.agentId && wakeOnMail)
    const before = bob.simulator.requests.length
    await mine.type(`/send ${theirs.agentId} Wake up`)
    await seen(bob.real.engine, ({ id, unreadMail }) => id === theirs.agentId && unreadMail === 1)
    await theirs.type('Anything new?')
    expect(bob.simulator.requests.length - before).toBe(1)
    mine.close()
    theirs.close()
  })

  it('one stops a turn of the other', async () => {
    const pane = await agentOf(ann, bob)
    ann.simulator.enqueue('anthropic', { ...textAnswer('And so on'), holdAfterEvents: 4 })
    valueOf(await ann.real.engine.agents.submit({ agentId: pane.agentId, text: 'Go' }))
    await ann.simulator.streamHeld()
    expect(valueOf(await bob.real.engine.agents.cancel({ agentId: pane.agentId }))).toBe(true)
    pane.close()
  })
})

describe('taking an agent over', () => {
  it('makes it run here, in the chosen folder, and is recorded; the former home does not run it any more', async () => {
    const pane = await agentOf(ann, bob)
    const { agentId } = pane
    const [child] = valueOf(await ann.real.engine.agents.fork({ agentId, models: [] }))
    await seen(bob.real.engine, ({ id }) => id === child?.id)
    const { agents } = bob.real.engine
    const taken = valueOf(await agents.takeOver({ agentId, folder: bob.folder }))
    expect(taken.map(({ id, otherHome }) => [id, otherHome])).toEqual([
      [agentId, undefined],
      [child?.id, undefined],
    ])
    await pane.until((each) => each.last('taken_over') !== undefined)
    expect(pane.last('taken_over')?.data).toEqual({ from: ANN, to: BOB, folder: bob.folder })
    await seen(ann.real.engine, ({ id, otherHome }) => id === agentId && otherHome?.label === BOB.label)
    const before = bob.simulator.requests.length
    const theirs = await Pane.open(bob.real.engine, agentId)
    await theirs.type('Go on')
    expect(bob.simulator.requests.length - before).toBe(1)
    expect(valueOf(await agents.folder({ agentId })).folder).toBe(bob.folder)
    expect(refusalOf(await ann.real.engine.agents.resume({ agentId }))).toContain(BOB.label)
    expect(valueOf(await ann.real.engine.agents.submit({ agentId, text: 'Back?' })).queuedAt).toBe(BOB.label)
    pane.close()
    theirs.close()
  })

  it('leaves what was allowed there, and asks before what was queued there is sent', async () => {
    const { engine } = ann.real
    const own = valueOf(await bob.real.engine.agents.create({ model: MODEL }))
    const { level: bobLevel } = valueOf(await bob.real.engine.agents.sandbox({ agentId: own.id }))
    expect(bobLevel).not.toBe('off')
    const { id } = valueOf(await engine.agents.create({ model: MODEL, profile: 'build' }))
    valueOf(await engine.agents.setSandbox({ agentId: id, level: 'off' }))
    valueOf(await engine.agents.setWakeOnMail({ agentId: id, wakes: true }))
    ann.simulator.enqueue('anthropic', { ...textAnswer('And so on'), holdAfterEvents: 4 })
    valueOf(await engine.agents.submit({ agentId: id, text: 'Go' }))
    await ann.simulator.streamHeld()
    valueOf(await engine.agents.submit({ agentId: id, text: 'Then this', ifBusy: 'queue' }))
    await seen(bob.real.engine, (agent) => agent.id === id && agent.queuedPrompts === 1)
    expect(refusalOf(await bob.real.engine.agents.takeOver({ agentId: id, folder: null }))).toContain('turn')
    valueOf(await engine.agents.cancel({ agentId: id }))
    const [taken] = valueOf(await bob.real.engine.agents.takeOver({ agentId: id, folder: null }))
    expect(taken?.wakeOnMail).toBe(false)
    expect(taken?.profile).toMatchObject({ rules: [BUILD.rules[1]], sandbox: bobLevel })
    expect(valueOf(await bob.real.engine.agents.sandbox({ agentId: id })).level).toBe(bobLevel)
    const pane = await Pane.open(bob.real.engine, id)
    await pane.type('Mine')
    expect(pane.view.queue).toMatchObject([{ text: 'Then this', from: ANN.label }])
    pane.close()
  })

  it('is refused for an agent that is here, an unknown or killed one, and a folder that does not exist', async () => {
    const pane = await agentOf(ann, bob)
    const { agentId } = pane
    const refusal = async (household: Household, id: string, folder: string | null) =>
      refusalOf(await household.real.engine.agents.takeOver({ agentId: id, folder }))
    expect(await refusal(ann, agentId, null)).toContain('already')
    expect(await refusal(bob, '00000000-0000-4000-8000-00000000ffff', null)).toContain('No agent')
    expect(await refusal(bob, agentId, '/does/not/exist')).toContain('/does/not/exist')
    valueOf(await bob.real.engine.agents.submit({ agentId, text: '/kill' }))
    expect(await refusal(bob, agentId, null)).toContain('killed')
    pane.close()
  })
})
