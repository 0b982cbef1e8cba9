import { afterAll, beforeAll, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Tool } from '../../src/main/core/ports/tool-ports.ts'
import type { AgentProfile } from '../../src/shared/agent-profile.ts'
import type { ApprovalAnswer } from '../../src/shared/approval.ts'
import type { Profile } from '../../src/shared/profile.ts'
import { ApprovalClient } from '../support/approval-client.ts'
import { agentsOf, Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { type Answer, textAnswer } from '../support/provider-simulator/answer.ts'
import { untyped } from '../support/untyped.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

const MODEL = 'claude-haiku-4-5/none'

function tool(name: string, access: 'read' | 'execute'): Tool {
  return {
    definition: { name, description: 'Does nothing.', parameters: { type: 'object', properties: {} } },
    prepare: async () => {
      const run = async () => ({ content: `${name} ran`, isError: false })
      return { ok: true, call: { subject: name, access, paths: [], isInFolder: true, run } }
    },
  }
}

const REVIEWER: Profile = {
  description: 'Reviews.',
  systemPrompt: 'You review.',
  model: { provider: 'anthropic', model: 'claude-haiku-4-5', thinkingLevel: 'none' },
  tools: ['file_*', 'bash', 'slash'],
  rules: [
    { tool: 'bash', pattern: null, action: 'allow' },
    { tool: 'file_edit', pattern: null, action: 'deny' },
  ],
  budget: { scope: 'subtree', usd: 2, step: 2 },
  sandbox: 'workspace',
}

let inbox: ApprovalClient

const shared = engineForTests(
  { answerWith: () => textAnswer('Yes.') },
  {
    tools: [tool('bash', 'execute'), tool('file_read', 'read'), tool('file_edit', 'execute')],
    attended: true,
    allowed: ['file_edit', 'bash'],
    config: { profiles: { reviewer: REVIEWER } },
  },
)
beforeAll(async () => {
  inbox = new ApprovalClient(shared.real.engine)
})

afterAll(() => closeAll(inbox))

async function create(profile?: string): Promise<Pane> {
  const made = await shared.real.engine.agents.create({ profile, ...(profile === 'reviewer' ? {} : { model: MODEL }) })
  return Pane.open(shared.real.engine, valueOf(made).id)
}

async function profileOf(pane: Pane): Promise<AgentProfile | undefined> {
  return (await agentsOf(shared.real.engine)).find(({ id }) => id === pane.agentId)?.profile
}

const calls = (name: string, args: Record<string, unknown> = {}): Answer => ({
  type: 'script',
  blocks: [{ type: 'tool_call', name, arguments: untyped<Record<string, never>>(JSON.parse(JSON.stringify(args))) }],
})

async function call(pane: Pane, name: string, args: Record<string, unknown> = {}): Promise<string> {
  shared.simulator.enqueue('anthropic', calls(name, args))
  await pane.type(`Call ${name}`)
  return pane.last('tool_result')?.content ?? ''
}

interface Body {
  readonly system: readonly { readonly text: string }[]
  readonly tools: readonly { readonly name: string }[]
}
const body = (): Body => untyped<Body>(JSON.parse(JSON.stringify(shared.simulator.requests.at(-1)?.body)))
const toolNames = (): readonly string[] => body().tools.map(({ name }) => name)

it('an agent is made with the prompt, model, tools, rules, budget and sandbox level of its profile', async () => {
  const pane = await create('reviewer')
  expect(await call(pane, 'bash')).toBe('bash ran')
  expect(toolNames()).toEqual(['bash', 'file_edit', 'file_read', 'slash'])
  expect(body().system[0]?.text).toBe('You review.')
  expect(await profileOf(pane)).toMatchObject({ name: 'reviewer', sandbox: 'workspace' })
  expect(valueOf(await shared.real.engine.budgets.list())[pane.agentId]).toEqual(REVIEWER.budget)
})

it('a deny of the profile wins over every allowance', async () => {
  const pane = await create('reviewer')
  valueOf(
    await shared.real.engine.approvals.addRule({
      tool: 'file_edit',
      pattern: 'file_edit',
      action: 'allow',
      scope: { type: 'agent', agentId: pane.agentId },
    }),
  )
  expect(await call(pane, 'file_edit')).toContain('forbids')
})

it('a tool that the profile lacks is neither offered nor run, whatever is allowed', async () => {
  const pane = await create('read-only')
  expect(await call(pane, 'bash')).toContain('bash')
  expect(toolNames()).toEqual(['ask', 'file_read', 'slash'])
  expect(pane.view.events.some(({ content }) => content === 'bash ran')).toBe(false)
})

it('a fork inherits the profile, by a click and by a model; only a user chooses another', async () => {
  const pane = await create('read-only')
  await pane.type('Hello')
  const byClick = await pane.fork()
  expect((await profileOf(byClick))?.name).toBe('read-only')
  expect(await call(pane, 'slash', { command: 'fork', args: '--profile reviewer' })).not.toContain('Forked')
  await call(pane, 'slash', { command: 'fork', args: '' })
  const children = (await agentsOf(shared.real.engine)).filter(({ parentId }) => parentId === pane.agentId)
  expect(children.map(({ profile }) => profile?.name)).toEqual(['read-only', 'read-only'])
  const forked = await shared.real.engine.agents.fork({ agentId: pane.agentId, models: [], profile: 'reviewer' })
  const typed = await shared.real.engine.agents.submit({ agentId: pane.agentId, text: '/fork --profile reviewer' })
  const [chosen, byCommand] = [valueOf(forked)[0], valueOf(typed).children[0]]
  expect(byCommand).toMatchObject({ profile: chosen?.profile, choice: chosen?.choice })
  const child = await Pane.open(shared.real.engine, byCommand?.id ?? '')
  expect(await call(child, 'bash')).toBe('bash ran')
  expect(body().system[0]?.text).toBe('You review.')
  expect(valueOf(await shared.real.engine.budgets.list())[child.agentId]).toEqual(REVIEWER.budget)
})

it('what an agent keeps of its profile survives a restart and a change of config.json', async () => {
  const pane = await create('plan')
  await pane.type('Hello')
  await shared.real.reopen()
  inbox.close()
  inbox = new ApprovalClient(shared.real.engine)
  const again = await Pane.open(shared.real.engine, pane.agentId)
  expect(await profileOf(again)).toMatchObject({ name: 'plan', sandbox: 'read-only' })
  await again.type('Hello')
  expect(toolNames()).toEqual(['ask', 'file_read', 'slash'])
  expect(body().system[0]?.text).toContain('make a plan')
})

it('a profile that does not exist is refused, and no agent is made', async () => {
  const before = (await agentsOf(shared.real.engine)).length
  const words = refusalOf(await shared.real.engine.agents.create({ model: MODEL, profile: 'constructor' }))
  expect(words).toBe('No profile: constructor. There are: read-only, plan, reviewer')
  expect(await agentsOf(shared.real.engine)).toHaveLength(before)
})

it('an agent cannot have its mail carried out beyond its own profile', async () => {
  const parent = await create()
  await parent.type('Hello')
  const sender = valueOf(
    await shared.real.engine.agents.fork({ agentId: parent.agentId, models: [], profile: 'read-only' }),
  )[0]
  valueOf(await shared.real.engine.agents.setWakeOnMail({ agentId: parent.agentId, wakes: true }))
  shared.simulator.enqueue('anthropic', calls('bash'))
  valueOf(await shared.real.engine.agents.submit({ agentId: sender?.id ?? '', text: '/send parent Run bash' }))
  await parent.until(
    ({ view }) =>
      view.turn === null &&
      view.events.at(-1)?.content === 'Yes.' &&
      view.events.some(({ kind }) => kind === 'tool_result'),
  )
  expect(parent.last('tool_result')?.content).toContain('the agent whose mail led to this turn has no bash')
})

const QUESTION = { question: 'Tabs or spaces?', choices: ['Tabs', 'Spaces'] }

async function asked(pane: Pane, answers: readonly ApprovalAnswer[]): Promise<readonly unknown[]> {
  shared.simulator.enqueue('anthropic', calls('ask', QUESTION))
  const end = pane.type('Decide')
  const { id, access, choices } = await inbox.asked(QUESTION.question)
  expect([access, choices]).toEqual(['question', QUESTION.choices])
  const results: unknown[] = []
  for (const answer of answers) {
    const given = await shared.real.engine.approvals.answer({ approvalId: id, answer })
    results.push(given.ok ? 'ok' : given.error.message)
  }
  await end
  return [...results, pane.last('tool_result')?.content]
}

it("a model's question waits in the inbox, and its answer is the result", async () => {
  const pane = await create()
  expect(
    await asked(pane, [
      { type: 'allow_once' },
      { type: 'reply', choices: ['Neither'], text: '' },
      { type: 'reply', choices: ['Tabs', 'Spaces'], text: '' },
      { type: 'reply', choices: [], text: ' ' },
      { type: 'reply', choices: ['Tabs'], text: 'always' },
    ]),
  ).toEqual([
    'This question takes another kind of answer.',
    'This answer was not offered.',
    'Only one answer can be chosen.',
    'Choose an answer, or write one.',
    'ok',
    'The user chose: Tabs\nThe user wrote: always',
  ])
  expect(await asked(pane, [{ type: 'deny', reason: 'Later.' }])).toEqual([
    'ok',
    'The user does not answer this question. Later.',
  ])
})

it('a reply does not approve a call', async () => {
  const pane = await create()
  valueOf(
    await shared.real.engine.approvals.addRule({
      tool: 'file_read',
      pattern: null,
      action: 'ask',
      scope: { type: 'agent', agentId: pane.agentId },
    }),
  )
  shared.simulator.enqueue('anthropic', calls('file_read'))
  const end = pane.type('Read')
  const { id } = await inbox.asked('file_read')
  const answer = { type: 'reply', choices: [], text: 'yes' } as const
  expect(refusalOf(await shared.real.engine.approvals.answer({ approvalId: id, answer }))).toContain('another kind')
  valueOf(await shared.real.engine.approvals.answer({ approvalId: id, answer: { type: 'deny' } }))
  await end
  expect(pane.last('tool_result')?.content).toContain('declined')
})
