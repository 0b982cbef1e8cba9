import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'

import * as acp from '@agentclientprotocol/sdk/unstable'
import { z } from 'zod'

import { bytesOf } from '../../../src/main/adapters/tools/outside-agents/agent-program.ts'

/**
 * An agent that speaks the Agent Client Protocol over stdin and stdout, built on the official package. What it does
 * depends on words of the prompt. Its sessions are in the file SCRIPTED_AGENT_STATE; the messages that it gets are
 * appended to SCRIPTED_AGENT_LOG, one JSON text a line.
 */

const sessionsSchema = z.record(z.string(), z.object({ cwd: z.string(), heard: z.array(z.string()) }))
type Sessions = z.infer<typeof sessionsSchema>

const statePath = process.env['SCRIPTED_AGENT_STATE'] ?? ''
const logPath = process.env['SCRIPTED_AGENT_LOG'] ?? ''
const lacks = new Set((process.env['SCRIPTED_AGENT_LACKS'] ?? '').split(','))

function sessions(): Sessions {
  return existsSync(statePath) ? sessionsSchema.parse(JSON.parse(readFileSync(statePath, 'utf8'))) : {}
}

function keep(id: string, session: Sessions[string]): void {
  writeFileSync(statePath, JSON.stringify({ ...sessions(), [id]: session }))
}

async function note(method: string, params: unknown): Promise<void> {
  await appendFile(logPath, `${JSON.stringify({ method, params })}\n`)
}

const MODES = {
  currentModeId: 'ask',
  availableModes: [
    { id: 'ask', name: 'Ask' },
    { id: 'plan', name: 'Plan', description: 'Changes nothing.' },
  ],
}
const COMMANDS = [
  { name: 'review', description: 'Reviews the folder.', input: { hint: 'WHAT' } },
  { name: 'fork', description: 'Has a name that is taken.' },
]

function configOptions(values: Readonly<Record<string, unknown>> = {}): acp.SessionConfigOption[] {
  const { model = 'small', fast = false } = values
  return [
    {
      id: 'model',
      name: 'Model',
      category: 'model',
      type: 'select',
      currentValue: model === 'big' ? 'big' : 'small',
      options: [
        { value: 'small', name: 'Small' },
        { value: 'big', name: 'Big' },
      ],
    },
    { id: 'fast', name: 'Fast', type: 'boolean', currentValue: fast === true },
  ]
}

const cancelled = new Map<string, () => void>()

const app = acp
  .agent({ name: 'scripted' })
  .onRequest('initialize', async ({ params }) => {
    await note('initialize', params)
    return {
      protocolVersion: 1,
      agentInfo: { name: 'scripted', version: '1.0.0' },
      agentCapabilities: {
        loadSession: !lacks.has('load'),
        promptCapabilities: { image: true },
        mcpCapabilities: { http: true },
        sessionCapabilities: {
          ...(!lacks.has('resume') && { resume: {} }),
          ...(!lacks.has('fork') && { fork: {} }),
        },
      },
      authMethods: [{ id: 'login', name: 'Log in', description: 'Run `scripted login` in a terminal.' }],
    }
  })
  .onRequest('session/new', async ({ params, client }) => {
    await note('session/new', params)
    const sessionId = randomUUID()
    keep(sessionId, { cwd: params.cwd, heard: [] })
    // Before the answer, as some programs do.
    await update(client, sessionId, { sessionUpdate: 'available_commands_update', availableCommands: COMMANDS })
    return {
      sessionId,
      configOptions: configOptions(),
      modes: MODES,
    }
  })
  .onRequest('session/resume', async ({ params }) => {
    await note('session/resume', params)
    if (sessions()[params.sessionId] === undefined) throw acp.RequestError.resourceNotFound(params.sessionId)
    return { configOptions: configOptions(), modes: MODES }
  })
  .onRequest('session/load', async ({ params, client }) => {
    await note('session/load', params)
    const known = sessions()[params.sessionId]
    if (known === undefined) throw acp.RequestError.resourceNotFound(params.sessionId)
    for (const text of known.heard) await say(client, params.sessionId, `replayed ${text}`)
    return {}
  })
  .onRequest('session/fork', async ({ params }) => {
    await note('session/fork', params)
    const known = sessions()[params.sessionId]
    if (known === undefined) throw acp.RequestError.resourceNotFound(params.sessionId)
    const sessionId = randomUUID()
    keep(sessionId, { ...known, cwd: params.cwd })
    return { sessionId, configOptions: configOptions(), modes: MODES }
  })
  .onRequest('session/set_config_option', async ({ params }) => {
    await note('session/set_config_option', params)
    return { configOptions: configOptions({ [params.configId]: params.value }) }
  })
  .onRequest('session/set_mode', async ({ params }) => {
    await note('session/set_mode', params)
    return {}
  })
  .onRequest('session/prompt', async ({ params, client }) => {
    await note('session/prompt', params)
    const { sessionId, prompt } = params
    const text = prompt.map((block) => (block.type === 'text' ? block.text : `<${block.type}>`)).join('\n')
    const session = sessions()[sessionId]
    if (session === undefined) throw acp.RequestError.resourceNotFound(sessionId)
    session.heard.push(text)
    keep(sessionId, session)
    return answer(client, sessionId, text, session)
  })
  .onNotification('session/cancel', async ({ params }) => {
    await note('session/cancel', params)
    cancelled.get(params.sessionId)?.()
  })

type Client = acp.AgentContext
type Update = acp.SessionNotification['update']

function update(client: Client, sessionId: string, change: Update): Promise<void> {
  return client.notify('session/update', { sessionId, update: change })
}

function say(client: Client, sessionId: string, text: string): Promise<void> {
  return update(client, sessionId, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
}

async function answer(
  client: Client,
  sessionId: string,
  text: string,
  { cwd, heard }: Sessions[string],
): Promise<acp.PromptResponse> {
  const word = text.trim().split('\n').at(-1)?.split(' ')[0] ?? ''
  const show = (change: Update): Promise<void> => update(client, sessionId, change)
  const stop = new Promise<'cancelled'>((resolve) => cancelled.set(sessionId, () => resolve('cancelled')))
  if (word === 'login') throw acp.RequestError.authRequired()
  if (word === 'crash') {
    process.stderr.write('The engine is on fire.\n')
    process.exit(3)
  }
  if (word === 'wait') {
    await say(client, sessionId, 'Waiting')
    return { stopReason: await stop }
  }
  if (word === 'edit') {
    const path = join(cwd, 'note.txt')
    await show({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'Look first.' } })
    await show({
      sessionUpdate: 'plan',
      entries: [
        { content: 'Look', status: 'completed', priority: 'high' },
        { content: 'Edit', status: 'in_progress', priority: 'high' },
      ],
    })
    await say(client, sessionId, 'I edit the note.')
    const call = { toolCallId: 'edit-1', title: 'Edit note.txt', kind: 'edit' as const, locations: [{ path }] }
    const content = [{ type: 'diff' as const, path, oldText: 'old\n', newText: 'new\n' }]
    await show({ sessionUpdate: 'tool_call', ...call, status: 'pending', rawInput: { path: 'note.txt' }, content })
    const { outcome } = await client.request('session/request_permission', {
      sessionId,
      toolCall: { toolCallId: 'edit-1' },
      options: [
        { optionId: 'always', name: 'Always', kind: 'allow_always' },
        { optionId: 'once', name: 'Once', kind: 'allow_once' },
        { optionId: 'no', name: 'No', kind: 'reject_once' },
      ],
    })
    if (outcome.outcome === 'cancelled') return { stopReason: 'cancelled' }
    if (outcome.optionId === 'no') {
      await show({ sessionUpdate: 'tool_call_update', toolCallId: 'edit-1', status: 'failed' })
      await say(client, sessionId, 'Not done.')
      return { stopReason: 'end_turn' }
    }
    await writeFile(path, 'new\n')
    await show({ sessionUpdate: 'tool_call_update', toolCallId: 'edit-1', status: 'completed', content })
    await say(client, sessionId, `Done with ${outcome.optionId}.`)
    const usage = { inputTokens: 100, outputTokens: 20, totalTokens: 150, cachedReadTokens: 30 }
    return { stopReason: 'end_turn', usage }
  }
  if (word === 'run') {
    const shown = (output: string) => [{ type: 'content' as const, content: { type: 'text' as const, text: output } }]
    await show({
      sessionUpdate: 'tool_call',
      toolCallId: 'run-1',
      title: 'ls',
      kind: 'execute',
      status: 'in_progress',
      rawInput: { command: ['bash', '-lc', 'ls'] },
    })
    await show({ sessionUpdate: 'tool_call_update', toolCallId: 'run-1', content: shown('one\n') })
    await show({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'run-1',
      status: 'completed',
      content: shown('one\ntwo\n'),
    })
    await say(client, sessionId, 'Two files.')
    return { stopReason: 'end_turn' }
  }
  if (word === 'write') {
    // The file is there before the call is reported.
    await writeFile(join(cwd, 'made.txt'), 'made\n')
    const made = { toolCallId: 'write-1', title: 'Write made.txt', kind: 'edit' as const }
    await show({ sessionUpdate: 'tool_call', ...made, status: 'in_progress' })
    await show({ sessionUpdate: 'tool_call_update', toolCallId: 'write-1', status: 'completed' })
    await say(client, sessionId, 'Written.')
    return { stopReason: 'end_turn' }
  }
  if (word === 'delegate') {
    // A call that waits for another one, which asks.
    await show({ sessionUpdate: 'tool_call', toolCallId: 'task', title: 'Task', kind: 'think', status: 'in_progress' })
    const inner = { toolCallId: 'inner', title: 'rm x', kind: 'execute' as const, rawInput: { command: 'rm x' } }
    await show({ sessionUpdate: 'tool_call', ...inner, status: 'pending' })
    const { outcome } = await client.request<acp.RequestPermissionResponse>('session/request_permission', {
      sessionId,
      toolCall: inner,
      options: [
        { optionId: 'once', name: 'Once', kind: 'allow_once' },
        { optionId: 'no', name: 'No', kind: 'reject_once' },
      ],
    })
    const isAllowed = outcome.outcome === 'selected' && outcome.optionId === 'once'
    await show({ sessionUpdate: 'tool_call_update', toolCallId: 'inner', status: isAllowed ? 'completed' : 'failed' })
    await show({ sessionUpdate: 'tool_call_update', toolCallId: 'task', status: 'completed' })
    await say(client, sessionId, isAllowed ? 'Removed.' : 'Kept.')
    return { stopReason: 'end_turn' }
  }
  if (word === 'planned') {
    await show({ sessionUpdate: 'current_mode_update', currentModeId: 'plan' })
    return { stopReason: 'end_turn' }
  }
  if (word === 'environment') {
    await say(client, sessionId, Object.keys(process.env).join(' '))
    return { stopReason: 'end_turn' }
  }
  await say(client, sessionId, `Heard ${heard.length}: `)
  await say(client, sessionId, text)
  return { stopReason: 'end_turn' }
}

app.connect(acp.ndJsonStream(Writable.toWeb(process.stdout), bytesOf(process.stdin)))
