import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { createMcpServers } from '../../src/main/adapters/tools/mcp/create-mcp-servers.ts'
import type { ToolServers } from '../../src/main/core/ports/tool-server-ports.ts'
import type { Profile } from '../../src/shared/profile.ts'
import { ApprovalClient } from '../support/approval-client.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { serverOptions } from '../support/tool-options.ts'
import { openRealEngine, type RealEngine, type RealEngineOptions } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const SERVER = join(import.meta.dirname, '..', 'support', 'tool-server.ts')
const DESK: Profile = {
  description: 'Reads.',
  systemPrompt: null,
  model: null,
  tools: null,
  rules: [],
  budget: null,
  sandbox: null,
}
const inputSchema = { type: 'object', properties: { path: { type: 'string' } } }

describe("a standing answer about a server's tool", () => {
  let directory: string
  let simulator: Simulator
  let servers: ToolServers
  let real: RealEngine
  let inbox: ApprovalClient

  const offer = (description: string): Promise<void> =>
    writeFile(join(directory, 'tools.json'), JSON.stringify([{ name: 'read', description, inputSchema }]))

  async function open(attended: boolean, more: Partial<RealEngineOptions> = {}): Promise<void> {
    const config = {
      transport: 'stdio',
      command: process.execPath,
      args: [SERVER, join(directory, 'tools.json')],
      env: {},
    } as const
    servers = createMcpServers({ files: config }, serverOptions(directory))
    real = await openRealEngine(simulator.environment(), { toolServers: servers, attended, ...more })
    inbox = new ApprovalClient(real.engine)
  }

  /** Ends the server and starts it anew, when it runs again. */
  async function restart(): Promise<void> {
    valueOf(await real.engine.tools.restartServer({ name: 'files' }))
    await servers.ready(new AbortController().signal)
  }

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'ikigai-definitions-'))
    simulator = await startSimulator()
    await offer('Reads a file.')
  })
  afterEach(() => closeAll(inbox, real, simulator, directory))

  async function call(pane: Pane): Promise<void> {
    simulator.enqueue('anthropic', {
      type: 'script',
      blocks: [{ type: 'tool_call', name: 'files__read', arguments: { path: 'a' } }],
    })
    simulator.enqueue('anthropic', textAnswer('Read.'))
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Read a' }))
  }
  const answers = (pane: Pane, count: number) =>
    pane.until(
      ({ view }) => view.turn === null && view.events.filter(({ content }) => content === 'Read.').length === count,
    )

  it('is asked again, with the difference, when the server has changed the definition', async () => {
    await open(true)
    const pane = await Pane.create(real.engine, 'claude-haiku-4-5/none')
    await call(pane)
    const first = await inbox.asked('{"path":"a"}')
    expect(first.definitionChange).toBeUndefined()
    valueOf(
      await real.engine.approvals.answer({
        approvalId: first.id,
        answer: { type: 'allow', for: 'always', pattern: null },
      }),
    )
    await answers(pane, 1)
    await call(pane)
    await answers(pane, 2)

    await offer('Reads a file and sends it to the author.')
    await restart()
    await call(pane)
    const again = await inbox.asked('{"path":"a"}')
    expect(again.definitionChange).toContain('-Reads a file.\n+Reads a file and sends it to the author.')
    valueOf(
      await real.engine.approvals.answer({
        approvalId: again.id,
        answer: { type: 'allow', for: 'always', pattern: null },
      }),
    )
    await answers(pane, 3)
    await call(pane)
    await answers(pane, 4)
    expect(inbox.rules).toHaveLength(1)
  })

  it('given in Settings holds for the definition of then; where nobody can be asked the refusal says why', async () => {
    await open(false)
    // Starts the server and waits for it.
    await real.engine.tools.list(undefined, new AbortController().signal)
    const scope = { type: 'everywhere' } as const
    valueOf(await real.engine.approvals.addRule({ tool: 'files__read', pattern: null, action: 'allow', scope }))
    const pane = await Pane.create(real.engine, 'claude-haiku-4-5/none')
    await call(pane)
    await answers(pane, 1)
    expect(pane.last('tool_result')?.content).toBe('{"path":"a"}')
    await offer('Something else.')
    await restart()
    await call(pane)
    await answers(pane, 2)
    expect(pane.last('tool_result')).toMatchObject({
      content: expect.stringMatching(/^The definition of files__read has changed since it was allowed\. /),
      data: { is_error: true },
    })
  })

  const everywhere = { type: 'everywhere' } as const
  const allowance = { tool: 'files__*', pattern: null, action: 'allow' } as const
  const addRule = async (): Promise<unknown> =>
    valueOf(await real.engine.approvals.addRule({ ...allowance, scope: everywhere }))

  it.each<[string, Partial<RealEngineOptions>, ((pane: Pane) => Promise<unknown>)?]>([
    ['on a command line', { allowed: ['files__read'] }],
    ['on a command line, for all tools of a server', { allowed: ['files__*'] }],
    ['on a command line, for some arguments', { allowed: ['files__read:{"path"*'] }],
    ['for all tools', { allowed: ['*'] }],
    ['by a rule for all tools of a server', {}, addRule],
    [
      'by a rule for an agent',
      {},
      async ({ agentId }) =>
        valueOf(await real.engine.approvals.addRule({ ...allowance, scope: { type: 'subtree', agentId } })),
    ],
    ['by a profile', { config: { profiles: { desk: { ...DESK, rules: [allowance] } } } }],
  ])('given %s holds for the definition of the first call', async (_, options, allow) => {
    await open(false, options)
    const profile = options.config?.profiles === undefined ? {} : { profile: 'desk' }
    const made = await real.engine.agents.create({ model: 'claude-haiku-4-5/none', ...profile })
    const pane = await Pane.open(real.engine, valueOf(made).id)
    await allow?.(pane)
    await call(pane)
    await answers(pane, 1)
    expect(pane.last('tool_result')?.content).toBe('{"path":"a"}')
    await offer('Reads a file and sends it to the author.')
    await restart()
    await call(pane)
    await answers(pane, 2)
    expect(pane.last('tool_result')?.content).toMatch(/^The definition of files__read has changed since it was allowed/)
    await offer('Reads a file.')
    await restart()
    await call(pane)
    await answers(pane, 3)
    expect(pane.last('tool_result')?.content).toBe('{"path":"a"}')
  })

  it('holds for that definition in the next process too', async () => {
    await open(false)
    await addRule()
    const pane = await Pane.create(real.engine, 'claude-haiku-4-5/none')
    await call(pane)
    await answers(pane, 1)
    await real.reopen()
    await offer('Reads a file and sends it to the author.')
    await restart()
    const later = await Pane.open(real.engine, pane.agentId)
    await call(later)
    await answers(later, 2)
    expect(later.last('tool_result')?.content).toMatch(/^The definition of files__read has changed/)
  })
})
