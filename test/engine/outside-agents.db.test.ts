import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

import { closeAll } from '../support/close-all.ts'
import type { ApprovalAnswer } from '../../src/shared/approval.ts'
import type { AgentId } from '../../src/shared/ids.ts'
import { ApprovalClient } from '../support/approval-client.ts'
import { agentsOf, Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const MODEL = 'acp/scripted/none'
const API_MODEL = 'claude-haiku-4-5/none'
const PROGRAM = join(import.meta.dirname, '../support/outside-agent/scripted-agent.ts')

const sentSchema = z.object({
  method: z.string(),
  params: z.looseObject({
    sessionId: z.string().optional(),
    prompt: z.array(z.object({ type: z.string(), text: z.string().optional() })).optional(),
  }),
})
type Sent = z.infer<typeof sentSchema>

describe('outside agents', () => {
  let simulator: Simulator
  let real: RealEngine
  let inbox: ApprovalClient
  let folder: string

  const entry = (changes: object = {}) => ({
    command: process.execPath,
    args: [PROGRAM],
    env: { SCRIPTED_AGENT_STATE: join(folder, 'state.json'), SCRIPTED_AGENT_LOG: join(folder, 'log.jsonl') },
    ...changes,
  })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ikigai-outside-'))
    simulator = await startSimulator()
    const plain = entry()
    const outsideAgents = {
      scripted: plain,
      configured: { ...plain, options: { model: 'big', mode: 'plan' } },
      simple: { ...plain, env: { ...plain.env, SCRIPTED_AGENT_LACKS: 'resume,fork,load' } },
      missing: { command: join(folder, 'no-such-program') },
    }
    const toolServers = { notes: { transport: 'stdio' as const, command: 'notes', args: ['--x'], env: { LANG: 'C' } } }
    real = await openRealEngine(simulator.environment(), { attended: true, config: { outsideAgents, toolServers } })
    inbox = new ApprovalClient(real.engine)
  })

  afterAll(() => closeAll(inbox, real, simulator, folder))

  /** A pane in a folder of its own. */
  async function open(model = MODEL): Promise<Pane> {
    const pane = await Pane.create(real.engine, model)
    const place = await mkdtemp(join(folder, 'work-'))
    await writeFile(join(place, 'note.txt'), 'old\n')
    valueOf(await real.engine.agents.setFolder({ agentId: pane.agentId, folder: place }))
    return pane
  }
  const placeOf = async (agentId: AgentId) => valueOf(await real.engine.agents.folder({ agentId })).folder
  const submit = async ({ agentId }: Pane, text: string) => valueOf(await real.engine.agents.submit({ agentId, text }))
  const reply = async (subject: string, answer: ApprovalAnswer) => {
    const { id, ...question } = await inbox.asked(subject)
    valueOf(await real.engine.approvals.answer({ approvalId: id, answer }))
    return question
  }
  const idle = (pane: Pane) => pane.until(({ view }) => view.turn === null)
  const log = async (): Promise<readonly Sent[]> => {
    const text = await readFile(join(folder, 'log.jsonl'), 'utf8').catch(() => '')
    return text.split('\n').flatMap((line) => (line === '' ? [] : [sentSchema.parse(JSON.parse(line))]))
  }
  /** What was sent since the log had `from` lines, without introductions. */
  const sent = async (from: number) => (await log()).slice(from).filter(({ method }) => method !== 'initialize')
  const texts = ({ params }: Sent) => (params.prompt ?? []).map(({ text }) => text)

  it('stream an answer, and keep one session over several prompts', async () => {
    const pane = await open()
    const from = (await log()).length
    await pane.type('Hello there')
    await pane.type('And again')
    expect(pane.lines().slice(-4)).toEqual([
      'user: Hello there',
      'assistant: Heard 1: Hello there',
      'user: And again',
      'assistant: Heard 2: And again',
    ])
    const messages = await sent(from)
    expect(messages.map(({ method }) => method)).toEqual(['session/new', 'session/prompt', 'session/prompt'])
    expect(messages[0]?.params).toEqual({
      cwd: await placeOf(pane.agentId),
      mcpServers: [{ name: 'notes', command: 'notes', args: ['--x'], env: [{ name: 'LANG', value: 'C' }] }],
    })
    expect(messages.slice(1).map(texts)).toEqual([['Hello there'], ['And again']])
  })

  it('show thoughts, plan, call and difference, and ask in the inbox', async () => {
    const pane = await open()
    await submit(pane, 'edit the note')
    const path = join(await placeOf(pane.agentId), 'note.txt')
    const question = await reply(path, { type: 'allow_once' })
    expect(question).toMatchObject({ agentId: pane.agentId, tool: 'file_edit', access: 'write', isInFolder: true })
    expect(question.preview).toContain('-old\n+new\n')
    await idle(pane)
    const answer = pane.view.events.find(({ kind }) => kind === 'assistant')
    const blocks = answer?.kind === 'assistant' ? (answer.data.blocks ?? []) : []
    expect(blocks.map((block) => (block.type === 'tool_call' ? block.arguments : block.text))).toEqual([
      'Look first.',
      'Plan:\n- [x] Look\n- [ ] Edit (now)',
      'I edit the note.',
      { path: 'note.txt' },
    ])
    const result = pane.last('tool_result')
    expect(result?.content).toContain('+new')
    expect(result?.data).toMatchObject({
      name: 'edit',
      is_error: false,
      reported: { kind: 'edit', status: 'completed' },
    })
    expect(pane.last('assistant')).toMatchObject({
      content: 'Done with once.',
      data: { provider: 'acp', model: 'scripted', input_tokens: 130, output_tokens: 20, cached_tokens: 30 },
    })
    await expect(readFile(path, 'utf8')).resolves.toBe('new\n')
  })

  it('are refused what the user refuses', async () => {
    const pane = await open()
    await submit(pane, 'edit the note')
    const path = join(await placeOf(pane.agentId), 'note.txt')
    await reply(path, { type: 'deny', reason: 'Not today.' })
    await idle(pane)
    expect(pane.last('assistant')?.content).toBe('Not done.')
    expect(pane.last('tool_result')).toMatchObject({
      content: expect.stringContaining('Not today.'),
      data: { is_error: true },
    })
    await expect(readFile(path, 'utf8')).resolves.toBe('old\n')
  })

  it('follow the rules for the tools of ikigai', async () => {
    const pane = await open()
    const { agentId } = pane
    const scope = { type: 'agent', agentId } as const
    valueOf(await real.engine.approvals.addRule({ tool: 'bash', pattern: 'rm *', action: 'deny', scope }))
    await pane.type('delegate')
    expect(pane.last('assistant')?.content).toBe('Kept.')
    expect(pane.last('tool_result')?.content).toBe('A rule of the user forbids this call of bash.')
  })

  it('ask for a call while another one waits for it', async () => {
    const pane = await open()
    await submit(pane, 'delegate')
    await reply('rm x', { type: 'allow_once' })
    await idle(pane)
    expect(pane.last('assistant')?.content).toBe('Removed.')
  })

  it('show the output of calls that run without a question', async () => {
    const pane = await open()
    await pane.type('run ls')
    expect(pane.lines().slice(-3)).toEqual(['tool_call: ', 'tool_result: one\ntwo\n', 'assistant: Two files.'])
  })

  it('have what they change recorded, though they change it before they say so', async () => {
    const pane = await open()
    await pane.type('write')
    expect(pane.last('checkpoint')).toMatchObject({
      data: { cause: 'call', files: [expect.objectContaining({ path: 'made.txt' })] },
    })
  })

  it('end their turn when the user stops it, and go on after that', async () => {
    const pane = await open()
    const from = (await log()).length
    await submit(pane, 'wait')
    await pane.until(({ view }) => view.turn !== null && view.turn.blocks.length > 0)
    await real.engine.agents.cancel({ agentId: pane.agentId })
    expect(pane.last('interrupted')?.content).toBe('Waiting')
    await pane.type('Next')
    expect((await sent(from)).map(({ method }) => method)).toContain('session/cancel')
    expect(pane.last('assistant')?.content).toContain('Next')
  })

  it('fork by a copy of the session, or by the conversation as text', async () => {
    const pane = await open()
    await pane.type('One')
    const from = (await log()).length
    const child = await pane.fork()
    await child.type('Two')
    const copied = await sent(from)
    expect(copied.map(({ method }) => method)).toEqual(['session/fork', 'session/prompt'])
    expect(copied.slice(-1).map(texts)).toEqual([['Two']])
    expect(child.last('assistant')?.content).toBe('Heard 2: Two')
    // The parent's session has gone on in the meantime, so it cannot be copied at this place.
    await pane.type('Three')
    const again = (await log()).length
    const late = await pane.fork({ atEventId: pane.view.events.find(({ kind }) => kind === 'assistant')?.id ?? 0 })
    await late.type('Four')
    const told = await sent(again)
    expect(told.map(({ method }) => method)).toEqual(['session/new', 'session/prompt'])
    expect(told.slice(-1).map(texts)[0]).toEqual([
      expect.stringMatching(/\[user\]\nOne\n\n\[assistant\]\nHeard 1: One/),
      'Four',
    ])
    const first = late.last('assistant')
    const blocks = first?.kind === 'assistant' ? first.data.blocks : []
    expect(blocks?.[0]?.provider_data).toMatchObject({ began: 'text' })
  })

  it('begin anew after a rewind, and with what other models have said', async () => {
    simulator.enqueue('anthropic', textAnswer('I am a model.'))
    const pane = await open()
    await pane.type('One')
    await pane.type(`/model ${API_MODEL}`)
    await pane.type('Two')
    await pane.type(`/model ${MODEL}`)
    const from = (await log()).length
    await pane.type('Three')
    const [resumed] = (await sent(from)).filter(({ method }) => method === 'session/prompt')
    expect(resumed && texts(resumed)).toEqual([expect.stringMatching(/Two\n\n\[assistant\]\nI am a model\./), 'Three'])
    await pane.type('/clear')
    const again = (await log()).length
    await pane.type('Four')
    expect((await sent(again)).map(({ method }) => method)).toEqual(['session/new', 'session/prompt'])
    expect((await sent(again)).slice(-1).map(texts)).toEqual([['Four']])
  })

  it('are not asked to compress: they keep their own context, and a summary would run their tools', async () => {
    const pane = await open()
    await pane.type('Hello')
    const from = (await log()).length
    const refused = await real.engine.agents.submit({ agentId: pane.agentId, text: '/compress' })
    expect(refused).toMatchObject({ ok: false, error: { message: expect.stringContaining('keeps its own context') } })
    expect(await sent(from)).toEqual([])
  })

  it('resume their sessions after a restart, where they can', async () => {
    const pane = await open()
    const simple = await open('acp/simple/none')
    await pane.type('One')
    await simple.type('One')
    await real.reopen()
    inbox.close()
    inbox = new ApprovalClient(real.engine)
    const reopened = await Pane.open(real.engine, pane.agentId)
    const from = (await log()).length
    await reopened.type('Two')
    expect((await sent(from)).map(({ method }) => method)).toEqual(['session/resume', 'session/prompt'])
    expect(reopened.last('assistant')?.content).toBe('Heard 2: Two')
    const other = await Pane.open(real.engine, simple.agentId)
    const again = (await log()).length
    await other.type('Two')
    expect((await sent(again)).map(({ method }) => method)).toEqual(['session/new', 'session/prompt'])
  })

  it('get no keys, and answer for a model in a preview that says what it cannot show', async () => {
    const pane = await open()
    await pane.type('environment')
    expect(pane.last('assistant')?.content).not.toMatch(/KEY|TOKEN|SECRET/)
    const view = valueOf(await real.engine.agents.transcript({ agentId: pane.agentId }))
    expect(JSON.stringify(view.body)).toContain('cannot see')
  })

  it('set the options of their entry', async () => {
    const pane = await open('acp/configured/none')
    const from = (await log()).length
    await pane.type('Hello')
    const changes = (await sent(from)).filter(({ method }) => method.startsWith('session/set'))
    expect(changes.map(({ method, params: { sessionId: _id, ...rest } }) => [method, rest])).toEqual([
      ['session/set_config_option', { configId: 'model', value: 'big' }],
      ['session/set_mode', { modeId: 'plan' }],
    ])
  })

  it('offer settings and commands, and use what the user chose, after a restart and in forks too', async () => {
    const pane = await open()
    const offer = async (agentId: AgentId) => (await agentsOf(real.engine)).find(({ id }) => id === agentId)?.outside
    const values = async (agentId: AgentId) => (await offer(agentId))?.options.map(({ id, value }) => [id, value])
    const choose = async (optionId: string, value: string | boolean) =>
      valueOf(await real.engine.agents.setOutsideOption({ agentId: pane.agentId, optionId, value }))
    await choose('mode', 'plan')
    await pane.type('Hello')
    expect(await values(pane.agentId)).toEqual([
      ['mode', 'plan'],
      ['model', 'small'],
      ['fast', false],
    ])
    expect((await offer(pane.agentId))?.commands.map(({ name }) => name)).toEqual(['review', 'fork'])
    await choose('model', 'big')
    await choose('mode', 'ask')
    expect(await values(pane.agentId)).toContainEqual(['model', 'big'])
    await pane.type('planned')
    expect(await values(pane.agentId)).toContainEqual(['mode', 'plan'])
    await real.reopen()
    inbox.close()
    inbox = new ApprovalClient(real.engine)
    const from = (await log()).length
    const child = await (await Pane.open(real.engine, pane.agentId)).fork()
    await child.type('Go on')
    const set = (await sent(from)).filter(({ method }) => method.startsWith('session/set'))
    expect(set.map(({ params }) => [params['configId'] ?? 'mode', params['value'] ?? params['modeId']])).toEqual([
      ['mode', 'ask'],
      ['model', 'big'],
    ])
  })

  it('say how to sign in, what a program wrote before it ended, and what is not configured', async () => {
    const pane = await open()
    await pane.type('login')
    expect(pane.last('error')).toMatchObject({
      content: expect.stringContaining('Run `scripted login` in a terminal.'),
      data: { category: 'AUTH' },
    })
    await pane.type('crash')
    expect(pane.last('error')?.content).toContain('The engine is on fire.')
    await pane.type('Hello')
    expect(pane.last('assistant')?.content).toContain('Hello')
    const missing = await open('acp/missing/none')
    await missing.type('Hello')
    expect(missing.last('error')?.content).toContain('no-such-program')
    const unknown = await open('acp/unknown/none')
    await unknown.type('Hello')
    expect(unknown.last('error')?.content).toContain('It is not configured.')
  })
})
