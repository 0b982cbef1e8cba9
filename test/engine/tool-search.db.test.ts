import { afterEach, beforeEach, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { JsonObject } from '../../src/shared/json.ts'
import type { Profile } from '../../src/shared/profile.ts'
import { ApprovalClient } from '../support/approval-client.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { searchedTools } from '../support/searched-tools.ts'
import { untyped } from '../support/untyped.ts'

const CLAUDE = 'claude-haiku-4-5/none'
const SENT = ['ask', 'call_tool', 'find_tools', 'slash']
const LAST = 'desk14__open_drawer_299'

const DESKS: Profile = {
  description: 'Opens drawers.',
  systemPrompt: '',
  model: null,
  tools: ['desk1*'],
  rules: [],
  budget: null,
  sandbox: null,
}

let simulator: Simulator
let real: RealEngine
let opened: string[]

beforeEach(async () => {
  opened = []
  simulator = await startSimulator({ answerWith: () => textAnswer('Done.') })
  real = await openRealEngine(simulator.environment(), {
    tools: searchedTools(300, (drawer, args) => opened.push(`${drawer} ${JSON.stringify(args)}`)),
    attended: true,
    allowed: ['desk14__*'],
    config: { toolSearchAbove: 2_000, profiles: { desks: DESKS } },
  })
})

afterEach(() => closeAll(real, simulator))

type Call = readonly [name: string, input: JsonObject]
type Host = Parameters<Simulator['enqueue']>[0]

const call = (name: string, input: JsonObject = {}): Call => ['call_tool', { name, arguments: input }]

/** Has the model make these calls, one a request, and then answer. Returns the results. */
async function work(pane: Pane, calls: readonly Call[], host: Host = 'anthropic'): Promise<readonly string[]> {
  const before = pane.view.events.length
  for (const [name, input] of calls) {
    simulator.enqueue(host, { type: 'script', blocks: [{ type: 'tool_call', name, arguments: input }] })
  }
  await pane.type('Go')
  const after = pane.view.events.slice(before)
  return after.flatMap((event) => (event.kind === 'tool_result' ? [event.content ?? ''] : []))
}

/** The tools of each request so far. */
const sent = () =>
  simulator.requests.map(({ body }) => untyped<{ readonly tools: readonly { readonly name: string }[] }>(body).tools)
const namesSent = () => sent().map((tools) => tools.map(({ name }) => name))

it('finds a tool and calls it, with the same tools in every request', async () => {
  const pane = await Pane.create(real.engine, CLAUDE)
  const [found = '', ran, refused, unknown = ''] = await work(pane, [
    ['find_tools', { query: 'drawer 299' }],
    call(LAST, { wide: true }),
    call(LAST, { wide: 'very' }),
    call('desk14__close'),
  ])
  expect(found.split('\n')[0]).toContain('of 300 tools')
  expect(found.split('\n')[1]).toContain(`"name":"${LAST}"`)
  expect(found).toContain('"wide":{"type":"boolean"')
  expect([ran, refused]).toEqual(['Drawer 299 is open.', 'wide: must be a boolean.'])
  expect(opened).toEqual(['299 {"wide":true}'])
  expect(unknown).toContain('Unknown tool: desk14__close. Did you mean')
  expect(unknown.length).toBeLessThan(500)
  expect(namesSent()).toEqual(Array.from({ length: 5 }, () => SENT))
  expect(new Set(sent().map((tools) => JSON.stringify(tools))).size).toBe(1)
})

it('is asked about as the tool that is called, and answered for that tool', async () => {
  const inbox = new ApprovalClient(real.engine)
  const pane = await Pane.create(real.engine, CLAUDE)
  const done = work(pane, [call('desk0__open_drawer_7', { wide: true })])
  const asked = await inbox.asked('{"wide":true}')
  expect(asked.tool).toBe('desk0__open_drawer_7')
  const answer = { type: 'allow', for: 'always', pattern: null } as const
  valueOf(await real.engine.approvals.answer({ approvalId: asked.id, answer }))
  expect(await done).toEqual(['Drawer 7 is open.'])
  expect(await work(pane, [call('desk0__open_drawer_7')])).toEqual(['Drawer 7 is open.'])
  inbox.close()
})

it('neither finds nor calls what a rule denies', async () => {
  const scope = { type: 'everywhere' } as const
  valueOf(await real.engine.approvals.addRule({ tool: 'desk14__*', pattern: null, action: 'deny', scope }))
  const pane = await Pane.create(real.engine, CLAUDE)
  const [found = '', ran] = await work(pane, [['find_tools', { query: `${LAST} drawer`, limit: 20 }], call(LAST)])
  expect(found).toContain('of 280 tools')
  expect(found).not.toContain('desk14__')
  expect(ran).toContain('forbids')
  const { tools } = valueOf(await real.engine.agents.transcript({ agentId: pane.agentId }))
  expect(tools.findable).toHaveLength(280)
  expect(tools.findable).not.toContain(LAST)
})

it('finds the tools of a profile alone', async () => {
  const made = valueOf(await real.engine.agents.create({ model: CLAUDE, profile: 'desks' }))
  const pane = await Pane.open(real.engine, made.id)
  const [found, ran] = await work(pane, [['find_tools', { query: 'drawer' }], call('desk0__open_drawer_7')])
  expect(found).toContain('of 120 tools')
  expect(ran).toContain('Unknown tool')
  expect(namesSent()[0]).toEqual(['call_tool', 'find_tools'])
})

it('goes on after a restart, in a fork, with another provider and under another limit', async () => {
  const pane = await Pane.create(real.engine, CLAUDE)
  await work(pane, [['find_tools', { query: 'drawer 299' }]])
  await real.reopen()
  valueOf(await real.engine.config.update({ toolSearchAbove: 1_000_000 }))
  const again = await Pane.open(real.engine, pane.agentId)
  const child = await again.fork()
  await child.type('/model gpt-5.5/low')
  expect(await work(child, [call(LAST)], 'openai')).toEqual(['Drawer 299 is open.'])
  expect(await work(again, [call(LAST)])).toEqual(['Drawer 299 is open.'])
  expect(new Set(namesSent().map(String))).toEqual(new Set([SENT.join(',')]))
  expect(simulator.requests.filter(({ rejectedBy }) => rejectedBy !== undefined)).toEqual([])
  // A cleared context has found nothing, but 300 tools are too many for a request of some providers.
  await again.type('/clear')
  await again.type('Hello')
  expect(namesSent().at(-1)).toEqual(SENT)
})

it('shows what is sent and what can be found', async () => {
  const pane = await Pane.create(real.engine, CLAUDE)
  const { tools } = valueOf(await real.engine.agents.transcript({ agentId: pane.agentId }))
  expect(tools.sent).toEqual(SENT)
  expect(tools.findable).toHaveLength(300)
})
