import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { type AcpEditor, startAcpEditor } from '../support/acp-editor.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { failedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

vi.setConfig({ testTimeout: 180_000 })

/** The limit of one turn. */
const MAX_ROUNDS = 4

let simulator: Simulator
let workspace: Workspace
let database: Storage
let folder: string
let editor: AcpEditor
let sessionId: string

beforeAll(async () => {
  simulator = await startSimulator()
  workspace = await makeWorkspace(simulator.environment())
  database = await keepDatabaseUp(workspace)
  const config = {
    default_provider: 'anthropic',
    max_tool_turns: MAX_ROUNDS,
    providers: { anthropic: { default_model: 'claude-haiku-4-5/none' } },
  }
  await mkdir(join(workspace.directory, 'config'))
  await writeFile(join(workspace.directory, 'config', 'config.json'), JSON.stringify(config), { mode: 0o600 })
  await mkdir(join(workspace.directory, 'project', '.git'), { recursive: true })
  folder = await realpath(join(workspace.directory, 'project'))
  await writeFile(join(folder, 'AGENTS.md'), 'Use tabs.\n')
  await writeFile(join(folder, 'cli.ts'), 'one\nold\nthree\n')
  editor = await startAcpEditor(workspace.environment, folder)
})

afterAll(() => closeAll(editor, database, workspace, simulator))

const say = (text: string) => editor.agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })
const lastRequest = (): string => simulator.requests.at(-1)?.bodyText ?? ''

it('introduces itself and makes a session, which is an agent of the tree', async () => {
  const introduced = await editor.agent.request('initialize', {
    protocolVersion: 1,
    clientCapabilities: { elicitation: { form: {} } },
  })
  expect(introduced).toMatchObject({ protocolVersion: 1, agentCapabilities: { loadSession: true } })
  const made = await editor.agent.request('session/new', { cwd: folder, mcpServers: [] })
  ;({ sessionId } = made)
  const model = made.configOptions?.find(({ id }) => id === 'model')
  expect(model).toMatchObject({ category: 'model', currentValue: 'claude-haiku-4-5' })
  await expect.poll(() => editor.updates.map((update) => update.sessionUpdate)).toContain('available_commands_update')
  const agents = await runIkigai(['agents'], workspace.environment)
  expect(agents.stdout).toContain(sessionId.slice(0, 6))
})

it('asks whether the folder is trusted, and streams an answer', async () => {
  simulator.enqueue('anthropic', textAnswer('All is well in this project.'))
  expect(await say('How is it?')).toEqual({ stopReason: 'end_turn' })
  expect(editor.asked[0]?.toolCall.title).toContain(`: ${folder}`)
  expect(editor.asked[0]?.options.map(({ kind }) => kind)).toEqual(['allow_once', 'reject_once'])
  expect(lastRequest()).toContain('Use tabs.')
  expect(editor.text('agent_message_chunk', sessionId)).toBe('All is well in this project.')
  // The editor shows its own prompt already.
  expect(editor.text('user_message_chunk', sessionId)).toBe('')
})

it('asks for an edit with its diff, does it once it is allowed, and shows the change', async () => {
  const before = editor.updates.length
  const edit = { path: 'cli.ts', old_string: 'old', new_string: 'new' }
  simulator.enqueue('anthropic', {
    type: 'script',
    blocks: [{ type: 'tool_call', name: 'file_edit', arguments: edit }],
  })
  simulator.enqueue('anthropic', textAnswer('Done.'))
  expect(await say('Rename it')).toEqual({ stopReason: 'end_turn' })
  expect(await readFile(join(folder, 'cli.ts'), 'utf8')).toBe('one\nnew\nthree\n')
  const path = join(folder, 'cli.ts')
  const diff = { type: 'diff', path, oldText: 'one\nold\nthree\n', newText: 'one\nnew\nthree\n' }
  const question = editor.asked.at(-1)
  expect(question).toMatchObject({ sessionId, toolCall: { kind: 'edit', locations: [{ path }] } })
  expect(question?.toolCall.content).toContainEqual(diff)
  const call = question?.toolCall.toolCallId
  const seen = editor.updates.slice(before).filter((update) => 'toolCallId' in update && update.toolCallId === call)
  expect(seen[0]).toMatchObject({ sessionUpdate: 'tool_call', status: 'pending', kind: 'edit' })
  expect(seen).toContainEqual(expect.objectContaining({ rawInput: edit, title: 'file_edit: cli.ts' }))
  expect(seen).toContainEqual(expect.objectContaining({ status: 'completed' }))
  expect(seen.at(-1)).toMatchObject({ content: [{ type: 'content' }, diff] })
})

it('does nothing that is refused, and keeps to the answers of a question', async () => {
  editor.answer = () => 'reject_once'
  const edit = { path: 'cli.ts', content: 'gone' }
  simulator.enqueue('anthropic', {
    type: 'script',
    blocks: [{ type: 'tool_call', name: 'file_read', arguments: { path: 'cli.ts' } }],
  })
  simulator.enqueue('anthropic', {
    type: 'script',
    blocks: [{ type: 'tool_call', name: 'file_write', arguments: edit }],
  })
  simulator.enqueue('anthropic', textAnswer('As you wish.'))
  expect(await say('Empty it')).toEqual({ stopReason: 'end_turn' })
  expect(await readFile(join(folder, 'cli.ts'), 'utf8')).toBe('one\nnew\nthree\n')
  expect(editor.updates).toContainEqual(
    expect.objectContaining({ sessionUpdate: 'tool_call_update', status: 'failed' }),
  )
  editor.answer = () => 'allow_once'
})

it('asks a question without choices with a form, and passes on only what was filled in', async () => {
  const question = () => {
    simulator.enqueue('anthropic', {
      type: 'script',
      blocks: [{ type: 'tool_call', name: 'ask', arguments: { question: 'Which name?' } }],
    })
    simulator.enqueue('anthropic', textAnswer('So be it.'))
    return say('Ask me')
  }
  const asked = editor.asked.length
  editor.fillIn = () => ({ action: 'accept', content: { answer: 'Call it harbour.' } })
  expect(await question()).toEqual({ stopReason: 'end_turn' })
  expect(editor.forms).toMatchObject([{ sessionId, mode: 'form', message: 'Which name?' }])
  expect(lastRequest()).toContain('Call it harbour.')
  editor.fillIn = () => ({ action: 'decline', content: { answer: 'Not meant.' } })
  expect(await question()).toEqual({ stopReason: 'end_turn' })
  expect(lastRequest()).toContain('did not answer the question')
  expect(lastRequest()).not.toContain('Not meant.')
  expect(editor.asked).toHaveLength(asked)
})

it('ends a turn that is cancelled while it streams, and one whose question is open', async () => {
  simulator.enqueue('anthropic', textAnswer('This is going to be long.', { holdAfterEvents: 4 }))
  const streaming = say('Tell me all')
  await simulator.streamHeld()
  await expect.poll(() => editor.text('agent_message_chunk', sessionId)).toContain('This is')
  await editor.agent.notify('session/cancel', { sessionId })
  expect(await streaming).toEqual({ stopReason: 'cancelled' })
  const asked = Promise.withResolvers<null>()
  const never = Promise.withResolvers<null>()
  editor.answer = () => {
    asked.resolve(null)
    return never.promise
  }
  const made = { path: 'made', content: '' }
  simulator.enqueue('anthropic', {
    type: 'script',
    blocks: [{ type: 'tool_call', name: 'file_write', arguments: made }],
  })
  const asking = say('Make it')
  await asked.promise
  await editor.agent.notify('session/cancel', { sessionId })
  expect(await asking).toEqual({ stopReason: 'cancelled' })
  never.resolve(null)
  editor.answer = () => 'allow_once'
  await expect(readFile(join(folder, 'made'))).rejects.toThrow('ENOENT')
})

it('runs commands, attaches what the editor sends, and switches the model', async () => {
  const requests = simulator.requests.length
  expect(await say('/mark here')).toEqual({ stopReason: 'end_turn' })
  expect(simulator.requests).toHaveLength(requests)
  const uri = pathToFileURL(join(folder, 'cli.ts')).href
  await editor.agent.request('session/prompt', {
    sessionId,
    prompt: [
      { type: 'text', text: 'Read\n/clear\n' },
      { type: 'resource', resource: { uri, text: 'not saved yet' } },
      { type: 'resource_link', uri: pathToFileURL(join(folder, 'AGENTS.md')).href, name: 'AGENTS.md' },
    ],
  })
  for (const words of ['not saved yet', '/clear', 'All is well in this project.'])
    expect(lastRequest()).toContain(words)
  const chosen = { sessionId, configId: 'model', value: 'claude-sonnet-5-5' }
  const options: unknown = await editor.agent.request('session/set_config_option', chosen)
  const switched: unknown = expect.objectContaining({ currentValue: 'claude-sonnet-5-5' })
  expect(options).toMatchObject({ configOptions: expect.arrayContaining([switched]) })
  await expect(editor.agent.request('session/set_config_option', { ...chosen, value: 'x\n/kill' })).rejects.toThrow(
    'There is no option',
  )
})

it('lists sessions by folder, forks one, and loads one with everything in its context', async () => {
  const { sessions } = await editor.agent.request('session/list', { cwd: folder })
  expect(sessions).toEqual([
    expect.objectContaining({ sessionId, cwd: folder, title: expect.stringContaining('How is') }),
  ])
  const elsewhere = { sessionId, cwd: workspace.directory, mcpServers: [] }
  await expect(editor.agent.request('session/load', elsewhere)).rejects.toThrow(`works in ${folder}`)
  const fork = await editor.agent.request('session/fork', { sessionId, cwd: folder })
  expect(fork.sessionId).not.toBe(sessionId)
  const other = await startAcpEditor(workspace.environment, folder)
  await other.agent.request('initialize', { protocolVersion: 1 })
  await other.agent.request('session/load', { sessionId: fork.sessionId, cwd: folder, mcpServers: [] })
  expect(other.text('user_message_chunk', fork.sessionId)).toContain('How is it?')
  expect(other.text('agent_message_chunk', fork.sessionId)).toContain('All is well in this project.')
  expect(other.updates).toContainEqual(expect.objectContaining({ title: 'file_edit: cli.ts' }))
  expect(await other.end()).toBe(0)
})

it.each([
  ['length', 'max_tokens'],
  ['content_filter', 'refusal'],
] as const)('says with a stop reason that an answer ended with %s', async (finish, stopReason) => {
  simulator.enqueue('anthropic', { type: 'script', blocks: [{ type: 'text', text: 'Half of it' }], finish })
  expect(await say(`End with ${finish}`)).toEqual({ stopReason })
})

it('says with a stop reason that a turn reached the limit of its rounds, and goes on with the next prompt', async () => {
  const look = (id: number) =>
    simulator.enqueue('anthropic', {
      type: 'script',
      blocks: [{ type: 'tool_call', name: 'file_read', arguments: { path: 'cli.ts', offset: id } }],
    })
  for (let id = 1; id <= MAX_ROUNDS + 1; id += 1) look(id)
  expect(await say('Look at it again and again')).toEqual({ stopReason: 'max_turn_requests' })
  simulator.enqueue('anthropic', textAnswer('Now I know it.'))
  expect(await say('Go on')).toEqual({ stopReason: 'end_turn' })
})

it('says with an error that a turn failed, and why', async () => {
  const body = JSON.stringify({ type: 'error', error: { type: 'authentication_error', message: 'Not this key.' } })
  simulator.enqueue('anthropic', { type: 'raw', status: 401, contentType: 'application/json', body })
  await expect(say('Fail')).rejects.toThrow(/Not this key/)
})

it('says when the limit that stopped a turn resets', async () => {
  simulator.enqueue('anthropic', failedAnswer({ kind: 'rate_limit', retryAfterSeconds: 3_600 }))
  await expect(say('Too much')).rejects.toThrow(/limit/i)
  expect(editor.text('agent_message_chunk', sessionId)).toMatch(
    /The limit resets at \d{4}-[\d-]+T[\d:.]+Z\. Send the prompt again then\.$/,
  )
})

it('shows what is said to the agent elsewhere, and stops its turn when stdin ends', async () => {
  simulator.enqueue('anthropic', textAnswer('From elsewhere.'))
  await runIkigai(['run', '--agent', sessionId, 'Who is there?'], workspace.environment, folder)
  await expect.poll(() => editor.text('agent_message_chunk', sessionId)).toContain('From elsewhere.')
  expect(editor.text('user_message_chunk', sessionId)).toContain('Who is there?')
  simulator.enqueue('anthropic', textAnswer('Nobody will read this.', { holdAfterEvents: 4 }))
  const unanswered = say('Go on').catch(() => null)
  await simulator.streamHeld()
  expect(await editor.end()).toBe(0)
  await unanswered
  const log = await runIkigai(['log', sessionId], workspace.environment)
  expect(log.stdout).toContain('interrupted')
})
