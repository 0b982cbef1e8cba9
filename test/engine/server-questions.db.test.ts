import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { createMcpServers } from '../../src/main/adapters/tools/mcp/create-mcp-servers.ts'
import type { ApprovalAnswer } from '../../src/shared/approval.ts'
import type { JsonObject } from '../../src/shared/json.ts'
import { ApprovalClient } from '../support/approval-client.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { serverOptions } from '../support/tool-options.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const SERVER = join(import.meta.dirname, '..', 'support', 'tool-server.ts')

let directory: string
let simulator: Simulator
let real: RealEngine
let inbox: ApprovalClient
let pane: Pane

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-server-questions-'))
  simulator = await startSimulator()
  const tools = join(directory, 'tools.json')
  await writeFile(tools, JSON.stringify(['order', 'pay'].map((name) => ({ name, inputSchema: { type: 'object' } }))))
  const toolServers = createMcpServers(
    { shop: { transport: 'stdio', command: process.execPath, args: [SERVER, tools], env: {} } },
    { ...serverOptions(directory), readyWithinMs: 30_000 },
  )
  real = await openRealEngine(simulator.environment(), { toolServers, attended: true })
  const scope = { type: 'everywhere' } as const
  await real.engine.tools.list(undefined, new AbortController().signal)
  valueOf(await real.engine.approvals.addRule({ tool: 'shop__order', pattern: null, action: 'allow', scope }))
  inbox = new ApprovalClient(real.engine)
  pane = await Pane.create(real.engine, 'claude-haiku-4-5/none')
})
afterEach(() => closeAll(inbox, real, simulator, directory))

async function order(ask: JsonObject & { readonly message: string }): Promise<string> {
  simulator.enqueue('anthropic', {
    type: 'script',
    blocks: [{ type: 'tool_call', name: 'shop__order', arguments: { ask } }],
  })
  simulator.enqueue('anthropic', textAnswer('Ordered.'))
  valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Order it' }))
  const { id, serverQuestion } = await inbox.asked(ask.message)
  expect(serverQuestion).toMatchObject({ server: 'shop', tool: 'order' })
  return id
}

const answer = (approvalId: string, given: ApprovalAnswer) =>
  real.engine.approvals.answer({ approvalId, answer: given })

const size = { type: 'string', title: 'Size', enum: ['s', 'l'] }
const code = { type: 'string', pattern: '^[a-z]+$' }

it('takes valid values of a form only, and no answer to another kind of question', async () => {
  const requestedSchema = { type: 'object', properties: { size, code }, required: ['size'] }
  const id = await order({ message: 'Which size?', requestedSchema })
  const refused = async (given: ApprovalAnswer): Promise<string> => {
    const answered = await answer(id, given)
    return answered.ok ? '' : answered.error.message
  }
  const fill = (values: Readonly<Record<string, string>>) => ({ type: 'fill', values }) as const
  for (const given of [
    { type: 'allow_once' },
    { type: 'allow', for: 'always', pattern: null },
    { type: 'reply', choices: [], text: 's' },
  ] as const) {
    expect(await refused(given)).toBe('This question takes another kind of answer.')
  }
  expect(await refused(fill({}))).toBe('Size: A value is required.')
  expect(await refused(fill({ size: 'xl' }))).toBe('Size: Choose one of the options.')
  expect(await refused(fill({ size: 's', more: 'x' }))).toBe('more: The form has no such field.')
  expect(await refused(fill({ size: 's', code: 'A1' }))).toBe('code must match pattern "^[a-z]+$"')
  valueOf(await answer(id, fill({ size: 's' })))
  await pane.until(({ view }) => view.turn === null && view.events.at(-1)?.content === 'Ordered.')
  expect(pane.last('tool_result')?.content).toBe('{"action":"accept","content":{"size":"s"}}')
})

it('a question about a call is not allowed by sending or cancelling a form', async () => {
  simulator.enqueue('anthropic', {
    type: 'script',
    blocks: [{ type: 'tool_call', name: 'shop__pay', arguments: { price: 5 } }],
  })
  simulator.enqueue('anthropic', textAnswer('Done.'))
  valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Pay it' }))
  const { id } = await inbox.asked('{"price":5}')
  for (const given of [{ type: 'fill', values: {} }, { type: 'cancel' }] as const) {
    expect((await answer(id, given)).ok).toBe(false)
  }
  valueOf(await answer(id, { type: 'deny' }))
  await pane.until(({ view }) => view.turn === null && view.events.at(-1)?.content === 'Done.')
})

it('is withdrawn with its turn', async () => {
  const id = await order({ message: 'Go on?', requestedSchema: { type: 'object', properties: {} } })
  await real.engine.agents.cancel({ agentId: pane.agentId })
  await inbox.until(({ pending }) => !pending.has(id))
  expect((await answer(id, { type: 'fill', values: {} })).ok).toBe(false)
})
