import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { bashTool } from '../../src/main/adapters/tools/bash-tool.ts'
import { createHookPrograms } from '../../src/main/adapters/tools/hook-program.ts'
import { createTestCommands } from '../../src/main/adapters/tools/test-command.ts'
import type { AgentFacts } from '../../src/main/core/ports/tool-ports.ts'
import type { HookPoint, Hooks } from '../../src/shared/tool-hook.ts'
import type { SandboxLevel } from '../../src/shared/sandbox.ts'
import { ApprovalClient, approvalRules } from '../support/approval-client.ts'
import { agentsOf, Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { type GitFolder, gitFolder } from '../support/git-folder.ts'
import { NotedPlugins, PLUGIN_TOOL } from '../support/noted-plugins.ts'
import { NotingSandbox } from '../support/noting-sandbox.ts'
import { openRealEngine, type RealEngine, type RealEngineOptions } from '../support/open-real-engine.ts'
import type { ScriptedBlock } from '../support/provider-simulator/answer.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const MODEL = 'claude-haiku-4-5/none'
const noting = new NotingSandbox()
const plugins = new NotedPlugins()
const hooks: { -readonly [Point in HookPoint]?: Hooks[Point] } = {}

let simulator: Simulator
let real: RealEngine
let other: RealEngine
let inbox: ApprovalClient
let git: GitFolder
let home: string

beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-later-')))
  simulator = await startSimulator()
  const options: RealEngineOptions = {
    tools: (facts: AgentFacts) => [bashTool(noting.context(facts))],
    attended: true,
    homeDirectory: home,
    pluginServers: plugins,
    config: { hooks },
    wrapPorts: (ports) => ({
      ...ports,
      hookPrograms: createHookPrograms({ PATH: process.env['PATH'] ?? '' }, noting.sandbox),
      testCommands: (facts) => createTestCommands(noting.context(facts)),
    }),
  }
  real = await openRealEngine(simulator.environment(), options)
  other = await openRealEngine(simulator.environment(), { ...options, databaseUrl: real.databaseUrl })
  inbox = new ApprovalClient(real.engine)
})
beforeEach(async () => {
  simulator.answerWith(() => textAnswer('Yes.'))
  git = await gitFolder()
  await git.write('notes.txt', 'Notes')
  await git.git('add', '.')
  await git.git('commit', '-m', 'Notes')
  noting.starts = []
  noting.onStart = async () => undefined
  plugins.ran = []
})
afterEach(async () => {
  for (const point of Object.keys(hooks)) Reflect.deleteProperty(hooks, point)
  for (const { id } of await approvalRules(real.engine)) valueOf(await real.engine.approvals.revoke({ ruleId: id }))
  await git.remove()
})
afterAll(async () => {
  inbox.close()
  await other.close()
  await real.close()
  await simulator.close()
  await rm(home, { recursive: true, force: true })
})

async function open(): Promise<Pane> {
  const pane = await Pane.create(real.engine, MODEL)
  valueOf(await real.engine.agents.setFolder({ agentId: pane.agentId, folder: git.folder }))
  return pane
}

const call = (name: string, args: Readonly<Record<string, string>>): ScriptedBlock => ({
  type: 'tool_call',
  name,
  arguments: args,
})
const bash = (command: string): ScriptedBlock => call('bash', { command })
const willCall = (...blocks: readonly ScriptedBlock[]): void =>
  simulator.enqueue('anthropic', { type: 'script', blocks })

const ruled = async (tool: string, action: 'ask' | 'deny', pattern: string | null, { engine } = real) =>
  valueOf(await engine.approvals.addRule({ tool, pattern, action, scope: { type: 'everywhere' } }))
const allow = async (subject: string) => {
  const { id } = await inbox.asked(subject)
  valueOf(await real.engine.approvals.answer({ approvalId: id, answer: { type: 'allow_once' } }))
}
const setLevel = async ({ agentId }: Pick<Pane, 'agentId'>, level: SandboxLevel) =>
  valueOf(await real.engine.agents.setSandbox({ agentId, level }))
const results = (pane: Pane) =>
  pane.view.events.flatMap(({ kind, content }) => (kind === 'tool_result' ? [content ?? ''] : []))

const FORBIDDEN = (tool: string) => `A rule of the user forbids this call of ${tool}.`

describe('a hook that runs inside', () => {
  const LEVELS: readonly (readonly [level: SandboxLevel, writes: boolean])[] = [
    ['off', true],
    ['workspace', true],
    ['effects-first', false],
    ['read-only', false],
  ]
  const POINTS: readonly HookPoint[] = ['before_tool', 'after_tool', 'turn_end']

  it.each(POINTS.flatMap((point) => LEVELS.map(([level, writes]) => ({ point, level, writes }))))(
    '$point: has the level $level, which was set in the turn',
    async ({ point, level, writes }) => {
      const pane = await open()
      await ruled('bash', 'ask', null)
      willCall(bash('true'))
      willCall(call('slash', { command: 'mark', args: 'here' }))
      const turn = pane.type('Run')
      const { id } = await inbox.asked('true')
      hooks[point] = [{ command: ['true'], inside: true, tools: ['slash'] }]
      await setLevel(pane, level)
      valueOf(await real.engine.approvals.answer({ approvalId: id, answer: { type: 'deny' } }))
      await turn
      await expect.poll(() => noting.writable).toEqual([writes ? [git.folder] : []])
    },
  )

  it('has the strictest level of the agents whose mail led to the turn', async () => {
    const [weak, strong] = [await open(), await open()]
    await setLevel(weak, 'read-only')
    hooks.after_tool = [{ command: ['true'], inside: true }]
    const mailed = { agentId: weak.agentId, text: `/send ${strong.agentId} run it` }
    valueOf(await real.engine.agents.submit(mailed))
    willCall(call('slash', { command: 'check-mail', args: '' }))
    await strong.type('Look at your mail')
    expect(noting.writable).toEqual([[]])
  })
})

describe('a call that waits for an earlier one of its batch', () => {
  const begin = async (second: ScriptedBlock) => {
    const pane = await open()
    await ruled('bash', 'ask', 'touch first*')
    willCall(bash('touch first'), second)
    const turn = pane.type('Run')
    await inbox.asked('touch first')
    return { pane, turn }
  }

  it.each<[string, () => RealEngine]>([
    ['this engine', () => real],
    ['another engine', () => other],
  ])('does not run when a rule that %s stored denies it by then', async (_name, engine) => {
    const { pane, turn } = await begin(bash('touch second'))
    await ruled('bash', 'deny', 'touch second', engine())
    await allow('touch first')
    await turn
    expect(results(pane)[1]).toBe(FORBIDDEN('bash'))
    expect(noting.starts).toHaveLength(1)
  })

  it.each([
    ['fork', 'go "Go on"'],
    ['mark', 'here'],
    ['clear', ''],
  ])('has no effect at the end of the batch when a rule denies it by then: %s', async (command, args) => {
    const pane = await Pane.create(real.engine, MODEL)
    await pane.type('/mark go')
    valueOf(await real.engine.agents.setFolder({ agentId: pane.agentId, folder: git.folder }))
    await ruled('bash', 'ask', 'touch first*')
    willCall(call('slash', { command, args }), bash('touch first'))
    const turn = pane.type('Run')
    await inbox.asked('touch first')
    await ruled('slash', 'deny', `/${command}*`, other)
    await allow('touch first')
    await turn
    expect(results(pane)[0]).toBe(FORBIDDEN('slash'))
    expect((await agentsOf(real.engine)).filter(({ parentId }) => parentId === pane.agentId)).toEqual([])
    // What was announced and not carried out is not there for later calls of the turn either.
    expect(pane.lines().filter((line) => /^(mark|clear|fork):/.test(line))).toEqual(['mark: '])
  })
})

/** Makes a trusted project with a plugin whose server has one tool, and returns agents that work there. */
async function openInProject(...levels: readonly SandboxLevel[]): Promise<readonly Pane[]> {
  const plugin = join(git.folder, '.agents', 'plugins', 'tools')
  await mkdir(plugin, { recursive: true })
  const schemas = 'https://agent-plugins.org/schemas/1.0.0'
  const main = { type: 'stdio', command: 'node', args: [] }
  const files = {
    'plugin.json': { $schema: `${schemas}/plugin.schema.json`, name: 'tools' },
    'mcp.json': { $schema: `${schemas}/mcp.schema.json`, mcpServers: { main } },
  }
  for (const [file, value] of Object.entries(files)) await writeFile(join(plugin, file), JSON.stringify(value))
  valueOf(await real.engine.instructions.trust({ folder: git.folder, trusts: true }))
  const panes: Pane[] = []
  for (const level of levels) {
    const pane = await open()
    await setLevel(pane, level)
    // Its first turn starts the server for its level.
    await pane.type('Hello')
    panes.push(pane)
  }
  return panes
}

describe('a call of a plugin that waits for an answer', () => {
  it.each<[name: string, change: (pane: Pane) => Promise<unknown>, ran: readonly string[], said: RegExp]>([
    ['at the level of now', (pane) => setLevel(pane, 'read-only'), ['read-only'], /^ran at read-only/],
    [
      'not when its agent uses no instructions of the folder any more',
      ({ agentId }) => real.engine.instructions.set({ agentId, isOn: false }),
      [],
      /is switched off, or does not run now/,
    ],
    [
      'not when the folder is trusted no more',
      () => real.engine.instructions.trust({ folder: git.folder, trusts: false }),
      [],
      /is switched off, or does not run now/,
    ],
    ['not when a rule of another engine denies it', () => ruled(PLUGIN_TOOL, 'deny', null, other), [], /forbids/],
  ])('runs %s, while servers run there for other agents', async (_name, change, ran, said) => {
    // The others keep the servers of both levels.
    const [pane] = await openInProject('workspace', 'workspace', 'read-only')
    if (pane === undefined) throw new Error('No agent')
    willCall(call(PLUGIN_TOOL, {}))
    const turn = pane.type('Read')
    await inbox.asked('{}')
    await change(pane)
    await allow('{}')
    await Promise.race([turn, inbox.until(({ pending }) => pending.size > 0)])
    for (const { subject } of inbox.pending.values()) await allow(subject)
    await turn
    expect(plugins.ran).toEqual(ran)
    expect(results(pane)[0]).toMatch(said)
  })
})

describe('the set-up of a worktree', () => {
  /** Forks with a worktree. `meanwhile` happens when the first of the two commands starts. */
  async function forked(pane: Pane, meanwhile: () => Promise<unknown>) {
    await git.write('.ikigai/worktree.json', JSON.stringify({ setup: ['true', 'true'] }))
    const { digest } = valueOf(await real.engine.changes.worktreeSetup({ folder: git.folder }))
    valueOf(await real.engine.changes.confirmWorktreeSetup({ folder: git.folder, digest }))
    noting.onStart = async () => {
      if (noting.starts.length === 1) await meanwhile()
    }
    return real.engine.agents.fork({ agentId: pane.agentId, models: [], worktree: true })
  }

  it('runs each of its commands at the level of then', async () => {
    const pane = await open()
    valueOf(await forked(pane, () => setLevel(pane, 'read-only')))
    expect(noting.writable).toEqual([[expect.stringContaining('worktrees')], []])
  })

  it('does not go on when its confirmation was taken back, and leaves no worktree', async () => {
    const pane = await open()
    const takeBack = () => other.engine.changes.confirmWorktreeSetup({ folder: git.folder, digest: null })
    expect(refusalOf(await forked(pane, takeBack))).toContain('taken back meanwhile')
    expect(noting.starts).toHaveLength(1)
    expect((await git.git('worktree', 'list', '--porcelain')).match(/^worktree /gm)).toHaveLength(1)
  })
})

describe('a rerun that asks whether its calls may run', () => {
  const NOW = 'echo now'

  /** Runs an agent again, which makes another call than before; resolves when that is asked about. */
  async function asks({ agentId }: Pick<Pane, 'agentId'>) {
    willCall(bash(NOW))
    const rerunId = valueOf(await real.engine.reruns.start({ agentId, onDifference: 'ask' }))
    await inbox.until(({ pending }) => [...pending.values()].some((asked) => asked.agentId === rerunId))
    noting.starts = []
    const again = await Pane.open(real.engine, rerunId)
    return { again, finish: () => runs(again) }
  }

  async function runs(again: Pane): Promise<void> {
    const asked = [...inbox.pending.values()].find(({ agentId }) => agentId === again.agentId)
    const answer = { type: 'reply', choices: ['Run for real'], text: '' } as const
    valueOf(await real.engine.approvals.answer({ approvalId: asked?.id ?? '', answer }))
    await again.until(({ view }) => view.events.some(({ kind, data }) => kind === 'rerun' && data.step === 'ended'))
  }

  async function ran(): Promise<Pane> {
    const pane = await open()
    willCall(bash('echo before'))
    await pane.type('Run')
    return pane
  }

  it('runs them at the level of then', async () => {
    const { again, finish } = await asks(await ran())
    await setLevel(again, 'read-only')
    await finish()
    expect(noting.writable).toEqual([[]])
  })

  it('runs nothing that a rule of another engine denies by then', async () => {
    const { again, finish } = await asks(await ran())
    await ruled('bash', 'deny', NOW, other)
    await finish()
    expect([results(again), noting.starts]).toEqual([[FORBIDDEN('bash')], []])
  })

  it('has the limits of the mail that led to the fork of its original, also after a later prompt', async () => {
    const [weak, strong] = [await open(), await open()]
    await setLevel(weak, 'read-only')
    const mailed = { agentId: weak.agentId, text: `/send ${strong.agentId} have it run` }
    valueOf(await real.engine.agents.submit(mailed))
    willCall(call('slash', { command: 'check-mail', args: '' }))
    willCall(call('slash', { command: 'fork', args: '"Run it"' }))
    await strong.type('Look at your mail')
    const child = (await agentsOf(real.engine)).find(({ parentId }) => parentId === strong.agentId)
    const pane = await Pane.open(real.engine, child?.id ?? '')
    await pane.until(({ view }) => view.turn === null && view.events.at(-1)?.kind === 'assistant')
    await pane.type('Thanks')
    const { finish } = await asks(pane)
    await finish()
    expect(noting.writable).toEqual([[]])
  })
})
