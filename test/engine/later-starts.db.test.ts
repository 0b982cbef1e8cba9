import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { bashTool } from '../../src/main/adapters/tools/bash-tool.ts'
import { createTestCommands } from '../../src/main/adapters/tools/test-command.ts'
import type { AgentFacts } from '../../src/main/core/ports/tool-ports.ts'
import type { PendingApproval } from '../../src/shared/approval.ts'
import { DEFAULT_PLAN } from '../../src/shared/race.ts'
import type { SandboxLevel } from '../../src/shared/sandbox.ts'
import { ApprovalClient, approvalRules } from '../support/approval-client.ts'
import { Pane, refusalOf, seen, valueOf } from '../support/drive-agent.ts'
import { type GitFolder, gitFolder } from '../support/git-folder.ts'
import { NotingSandbox } from '../support/noting-sandbox.ts'
import { openRealEngine, type RealEngine, type RealEngineOptions } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const MODEL = 'claude-haiku-4-5/none'
const HELD = { type: 'script', blocks: [{ type: 'text', text: 'First, ' }, { type: 'hold' }] } as const

let simulator: Simulator
let real: RealEngine
let other: RealEngine
let inbox: ApprovalClient
let git: GitFolder
const noting = new NotingSandbox()
const { background } = noting

beforeAll(async () => {
  simulator = await startSimulator()
  const options: RealEngineOptions = {
    tools: (facts: AgentFacts) => [bashTool(noting.context(facts))],
    attended: true,
    allowed: ['file_edit'],
    backgroundWork: background,
    wrapPorts: (ports) => ({ ...ports, testCommands: (facts) => createTestCommands(noting.context(facts)) }),
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
  await mkdir(join(git.parent, 'elsewhere'))
  noting.starts = []
})
afterEach(async () => {
  for (const { id } of await approvalRules(real.engine)) valueOf(await real.engine.approvals.revoke({ ruleId: id }))
  await git.remove()
})
afterAll(() => closeAll(inbox, other, real, background, simulator))

async function open(): Promise<Pane> {
  const pane = await Pane.create(real.engine, MODEL)
  valueOf(await real.engine.agents.setFolder({ agentId: pane.agentId, folder: git.folder }))
  return pane
}

function willCall(args: Readonly<Record<string, string | boolean>>): void {
  simulator.enqueue('anthropic', { type: 'script', blocks: [{ type: 'tool_call', name: 'bash', arguments: args }] })
}

const ruled = async (action: 'ask' | 'deny', pattern: string | null, { engine }: RealEngine = real) =>
  valueOf(await engine.approvals.addRule({ tool: 'bash', pattern, action, scope: { type: 'everywhere' } }))
const answerTo = async ({ id }: PendingApproval) =>
  valueOf(await real.engine.approvals.answer({ approvalId: id, answer: { type: 'allow_once' } }))
const lastResult = (pane: Pane) => pane.last('tool_result')?.content ?? ''

/** Keeps something that starts a command later. Returns what starts it. */
type Keep = (pane: Pane) => Promise<() => Promise<unknown>>

const SERVE = 'echo up; sleep 600'

/** `isAsked`: the command leaves the sandbox, or there is none. */
async function startedInBackground(pane: Pane, isAsked = false, command = SERVE): Promise<string> {
  willCall({ command, background: true, ...(isAsked && { outside_sandbox: 'It must.' }) })
  const turn = pane.type('Serve')
  if (isAsked) await answerTo(await inbox.asked(command))
  await turn
  await expect.poll(() => noting.starts.length).toBe(1)
  noting.starts = []
  return /b\d+/.exec(lastResult(pane))?.[0] ?? ''
}

const restarted = ({ agentId }: Pane, id: string) => real.engine.agents.restartBackground({ agentId, id })

const NOW = 'echo now; pwd'

/** A call that a rule asks about. `turn` resolves when it was answered. */
async function openQuestion(pane: Pane) {
  await ruled('ask', 'echo now*')
  willCall({ command: NOW })
  const turn = pane.type('Run')
  return { first: await inbox.asked(NOW), turn }
}

const WAYS: Readonly<Record<string, Keep>> = {
  'a call whose question is open': async (pane) => {
    const { first, turn } = await openQuestion(pane)
    return async () => {
      await answerTo(first)
      await Promise.race([turn, inbox.asked(NOW)])
      for (const asked of inbox.pending.values()) await answerTo(asked)
      await turn
    }
  },
  'a queued prompt': async (pane) => {
    simulator.enqueue('anthropic', HELD)
    const submit = (text: string) => real.engine.agents.submit({ agentId: pane.agentId, text, ifBusy: 'queue' })
    valueOf(await submit('First'))
    const stream = await simulator.streamHeld()
    valueOf(await submit('Second'))
    return async () => {
      willCall({ command: NOW })
      stream.release()
      await pane.until(({ view }) => view.events.filter(({ kind }) => kind === 'assistant').length === 3)
    }
  },
  'a background command that is restarted': async (pane) => {
    const id = await startedInBackground(pane)
    return () => restarted(pane, id)
  },
  'a race that another engine runs': async ({ agentId }) => {
    const plan = { ...DEFAULT_PLAN, task: 'Do it', test: 'true', retries: 0, go_on: 'always' } as const
    const request = { agentId, isNew: false, models: [MODEL], attempts: 1, plan, allowsEdits: true }
    const raceId = valueOf(await real.engine.local.races.create(request))
    return async () => {
      await seen(other.engine, ({ id }) => id === raceId)
      await other.engine.local.races.run(raceId)
    }
  },
}

const setLevel = async ({ agentId }: Pane, level: SandboxLevel) =>
  valueOf(await real.engine.agents.setSandbox({ agentId, level }))
const move = async ({ agentId }: Pane) =>
  valueOf(await real.engine.agents.setFolder({ agentId, folder: join(git.parent, 'elsewhere') }))
const runs = async ({ agentId }: Pane, id: string): Promise<boolean> =>
  background.running(agentId).some((command) => command.id === id)

describe('what was kept and starts a command later, after the level became stricter,', () => {
  it.each(Object.entries(WAYS))('writes nowhere: %s', async (_name, keep) => {
    const pane = await open()
    const later = await keep(pane)
    await setLevel(pane, 'read-only')
    await later()
    await expect.poll(() => noting.starts.length).toBeGreaterThan(0)
    expect(noting.writable).toEqual(noting.starts.map(() => []))
  })
})

describe('a call whose question is open', () => {
  it('does not run when a rule that another engine stored denies it', async () => {
    const pane = await open()
    const { first, turn } = await openQuestion(pane)
    await ruled('deny', NOW, other)
    await answerTo(first)
    await turn
    expect([lastResult(pane), noting.starts]).toEqual(['A rule of the user forbids this call of bash.', []])
  })
})

/** Makes a file of the folder a link to a key. */
async function linkToKey(): Promise<void> {
  await mkdir(join(git.parent, '.ssh'))
  await writeFile(join(git.parent, '.ssh', 'id'), 'a key')
  await rm(join(git.folder, 'notes.txt'))
  await symlink(join(git.parent, '.ssh', 'id'), join(git.folder, 'notes.txt'))
}

it('a call outside is asked about again when one of its paths leads to a key now', async () => {
  const pane = await open()
  const command = 'cat notes.txt'
  willCall({ command, outside_sandbox: 'It must.' })
  const turn = pane.type('Read')
  const first = await inbox.asked(command)
  await linkToKey()
  await answerTo(first)
  await inbox.until(({ pending }) => [...pending.values()].some(({ isBehindLink }) => isBehindLink === true))
  const [again] = inbox.pending.values()
  expect(again?.protectedAs).toBe('a place for keys')
  const answer = { type: 'deny', reason: 'No.' } as const
  valueOf(await real.engine.approvals.answer({ approvalId: again?.id ?? '', answer }))
  await turn
  expect([lastResult(pane), noting.starts]).toEqual(['The user declined this call. No.', []])
})

describe('a background command', () => {
  it('outside is not restarted when one of its paths leads to a key now', async () => {
    const pane = await open()
    const command = 'cat notes.txt; sleep 600'
    const id = await startedInBackground(pane, true, command)
    await linkToKey()
    expect(refusalOf(await restarted(pane, id))).toContain('leads to a protected place now')
    expect([await runs(pane, id), noting.starts]).toEqual([true, []])
  })

  it.each<[why: string, change: (pane: Pane) => Promise<unknown>, said: string]>([
    ['the agent has another folder', move, 'the agent works in'],
    ['a rule denies it', () => ruled('deny', 'sleep *'), 'A rule of the user forbids'],
    ['a rule of another engine denies the tool', () => ruled('deny', null, other), 'A rule of the user forbids'],
  ])('is not restarted and runs on when %s', async (_why, change, said) => {
    const pane = await open()
    const id = await startedInBackground(pane)
    await change(pane)
    expect(refusalOf(await restarted(pane, id))).toMatch(
      new RegExp(`${said}.* End it, and ask the agent to start it anew`),
    )
    expect([await runs(pane, id), noting.starts]).toEqual([true, []])
  })

  it('that left the sandbox is not restarted at a stricter level, and at the same one it is', async () => {
    const pane = await open()
    const id = await startedInBackground(pane, true)
    await setLevel(pane, 'read-only')
    expect(refusalOf(await restarted(pane, id))).toContain('is stricter now (read-only)')
    expect(noting.starts).toEqual([])
    await setLevel(pane, 'workspace')
    valueOf(await restarted(pane, id))
    await expect.poll(() => noting.starts).toEqual([null])
  })

  it('that began without a sandbox is restarted inside when the agent has one now', async () => {
    const pane = await open()
    await setLevel(pane, 'off')
    const id = await startedInBackground(pane, true)
    await setLevel(pane, 'workspace')
    valueOf(await restarted(pane, id))
    await expect.poll(() => noting.writable).toEqual([[git.folder]])
  })

  it('that began inside stays there when the level is off', async () => {
    const pane = await open()
    const id = await startedInBackground(pane)
    await setLevel(pane, 'off')
    valueOf(await restarted(pane, id))
    await expect.poll(() => noting.writable).toEqual([[git.folder]])
  })
})
