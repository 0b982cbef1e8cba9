import { mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { NewAgent } from '../../src/main/core/ports/log-ports.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { parseFolders } from '../../src/shared/agent-folder.ts'
import type { EventKind } from '../../src/shared/agent-event.ts'
import { parseApprovalRules } from '../../src/shared/approval.ts'
import { parseSandboxLevels } from '../../src/shared/sandbox.ts'
import { agentsOf, Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, ownKey, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const MODEL = 'claude-haiku-4-5/none'

describe('a fork before an event', () => {
  let simulator: Simulator
  let real: RealEngine
  let folder: string
  /** What was stored when each fork was about to be. */
  const atBirth: Awaited<ReturnType<typeof rightsOf>>[] = []

  beforeAll(async () => {
    simulator = await startSimulator()
    const wrapStorage = (storage: Storage): Storage => {
      const commit: Storage['store']['commit'] = async (change) => {
        for (const child of change.newAgents ?? []) if (child.parentId !== null) atBirth.push(await rightsOf(child))
        return storage.store.commit(change)
      }
      return { ...storage, store: { ...storage.store, commit } }
    }
    real = await openRealEngine(simulator.environment(), { attended: true, wrapStorage })
    folder = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-versions-')))
  })
  afterAll(() => closeAll(real, simulator, folder))

  /** What is stored for an agent that does not exist yet: its own, or what it will have from its parent. */
  async function rightsOf({ id: agentId, parentId }: Pick<NewAgent, 'id' | 'parentId'>) {
    const stored = async (key: string) => valueOf(await real.storage.settings.get(ownKey(real, key)))
    const rules = parseApprovalRules(await stored('approval_rules')) ?? []
    const [levels, folders] = [
      parseSandboxLevels(await stored('agent_sandboxes')),
      parseFolders(await stored('agent_folders')),
    ]
    const ofRoot = await stored(`agent_folder:${parentId}`)
    const lineage = [agentId, parentId ?? '']
    return {
      level: lineage.map((one) => levels?.[one]).find((level) => level !== undefined),
      folder: lineage.map((one) => folders?.[one]).find((work) => work !== undefined) ?? ofRoot,
      denied: rules.flatMap(({ action, pattern, scope }) => {
        return action === 'deny' && scope.type !== 'everywhere' && scope.agentId === agentId ? [pattern] : []
      }),
    }
  }

  const say = async (pane: Pane, text: string, answer: string): Promise<void> => {
    simulator.enqueue('anthropic', textAnswer(answer))
    await pane.type(text)
  }
  /** Two prompts with their answers. */
  const conversation = async (): Promise<Pane> => {
    const pane = await Pane.create(real.engine, MODEL)
    await say(pane, 'Q1', 'A1')
    await say(pane, 'Q2', 'A2')
    return pane
  }
  const answered = (pane: Pane): Promise<void> =>
    pane.until(({ view }) => view.turn === null && view.events.at(-1)?.kind === 'assistant')
  const fork = async (pane: Pane, wish: Parameters<Pane['fork']>[0], answer: string): Promise<Pane> => {
    simulator.enqueue('anthropic', textAnswer(answer))
    const child = await pane.fork(wish)
    await answered(child)
    return child
  }
  const id = (pane: Pane, kind: EventKind, nth = 0): number =>
    pane.view.events.filter((event) => event.kind === kind).at(nth)?.id ?? 0
  const summary = async ({ agentId }: Pane) => (await agentsOf(real.engine)).find((agent) => agent.id === agentId)
  const sent = async (pane: Pane) =>
    valueOf(await real.engine.agents.context({ agentId: pane.agentId })).segments.map(({ event }) => event.content)

  it('knows what came before the event, and leaves the log of its parent as it was', async () => {
    const pane = await conversation()
    const before = pane.lines()
    const child = await fork(pane, { before: id(pane, 'user', 1), prompt: 'Q2 anew', reason: 'edit' }, 'A2 anew')
    expect(await sent(child)).toEqual(['Q1', 'A1', 'Q2 anew', 'A2 anew'])
    await pane.until(({ view }) => view.events.at(-1)?.kind === 'fork')
    expect(pane.lines()).toEqual([...before, 'fork: '])
    expect(pane.last('fork')?.data).toEqual({ child: child.agentId, reason: 'edit' })
    expect(await summary(child)).toMatchObject({ parentId: pane.agentId, forkReason: 'edit' })
  })

  it('begins at the same event as every fork of that place, whatever was recorded in between', async () => {
    const pane = await conversation()
    const answer = id(pane, 'assistant', 1)
    await pane.fork()
    await pane.type('/mark later')
    await pane.type('/model claude-haiku-4-5/none')
    const tip = await pane.fork({ atEventId: answer })
    await say(pane, 'Q3', 'A3')
    const edited = await fork(pane, { before: id(pane, 'user', 2), prompt: 'Q3 anew', reason: 'edit' }, 'A3 anew')
    const places = await Promise.all([tip, edited].map(async (child) => (await summary(child))?.forkEventId))
    const first = (await agentsOf(real.engine)).find(({ parentId }) => parentId === pane.agentId)
    expect([first?.forkEventId, ...places]).toEqual([answer, answer, answer])
  })

  it('is a sibling of the version that it was made from, with its settings', async () => {
    const pane = await conversation()
    const first = await fork(pane, { before: id(pane, 'user', 1), prompt: 'v2', reason: 'edit' }, 'A v2')
    const { agentId } = first
    valueOf(await real.engine.agents.submit({ agentId, text: '/model claude-haiku-4-5/low' }))
    valueOf(await real.engine.agents.setSystemPrompt({ agentId, text: 'Be brief.' }))
    valueOf(await real.engine.agents.setFolder({ agentId, folder }))
    valueOf(await real.engine.agents.setSandbox({ agentId, level: 'read-only' }))
    const second = await fork(first, { before: id(first, 'user', 1), prompt: 'v3', reason: 'edit' }, 'A v3')
    const [one, two] = [await summary(first), await summary(second)]
    expect(two).toMatchObject({ parentId: pane.agentId, forkEventId: one?.forkEventId, choice: one?.choice })
    expect(await sent(second)).toEqual(['Q1', 'A1', 'v3', 'A v3'])
    const { engine } = real
    expect(valueOf(await engine.agents.systemPrompt({ agentId: second.agentId }))).toBe('Be brief.')
    expect(valueOf(await engine.agents.folder({ agentId: second.agentId })).folder).toBe(folder)
    expect(valueOf(await engine.agents.sandbox({ agentId: second.agentId })).level).toBe('read-only')
    const third = await fork(second, { before: id(second, 'user', 1), prompt: 'v4', reason: 'edit' }, 'A v4')
    expect(await summary(third)).toMatchObject({ parentId: pane.agentId, forkEventId: one?.forkEventId })
  })

  it('keeps what was denied and not what was allowed', async () => {
    const pane = await conversation()
    const first = await fork(pane, { before: id(pane, 'user', 1), prompt: 'v2', reason: 'edit' }, 'A v2')
    const scope = { type: 'agent', agentId: first.agentId } as const
    const subtree = { type: 'subtree', agentId: first.agentId } as const
    const rule = { tool: 'bash', pattern: null } as const
    valueOf(await real.engine.approvals.addRule({ ...rule, pattern: 'npm *', action: 'allow', scope: subtree }))
    valueOf(await real.engine.approvals.addRule({ ...rule, pattern: 'rm *', action: 'deny', scope }))
    valueOf(await real.engine.approvals.addRule({ ...rule, pattern: 'curl *', action: 'ask', scope: subtree }))
    const second = await fork(first, { before: id(first, 'user', 1), prompt: 'v3', reason: 'edit' }, 'A v3')
    const rules = parseApprovalRules(valueOf(await real.storage.settings.get(ownKey(real, 'approval_rules')))) ?? []
    const own = rules.filter((one) => one.scope.type !== 'everywhere' && one.scope.agentId === second.agentId)
    expect(own.map(({ action, pattern, scope: { type } }) => [action, pattern, type])).toEqual([
      ['deny', 'rm *', 'agent'],
      ['ask', 'curl *', 'subtree'],
    ])
  })

  it('has its folder, its level and its denials before it exists, however it comes to be', async () => {
    const pane = await conversation()
    const first = await fork(pane, { before: id(pane, 'user', 1), prompt: 'v2', reason: 'edit' }, 'A v2')
    const { agentId } = first
    valueOf(await real.engine.agents.setFolder({ agentId, folder }))
    valueOf(await real.engine.agents.setSandbox({ agentId, level: 'read-only' }))
    const scope = { type: 'agent', agentId } as const
    valueOf(await real.engine.approvals.addRule({ tool: 'bash', pattern: 'rm *', action: 'deny', scope }))
    const ways = [
      { before: id(first, 'user', 0), prompt: 'Anew', reason: 'edit' },
      { before: id(first, 'user', 1), prompt: 'Anew', reason: 'edit' },
      { before: 'start', prompt: 'Anew', reason: 'edit' },
      { atEventId: id(first, 'user', 1), reason: 'retry' },
    ] as const
    atBirth.splice(0)
    for (const way of ways) await fork(first, way, 'A')
    expect(atBirth.map(({ folder: work, level, denied }) => ({ folder: work, level, denied }))).toEqual(
      ways.map(() => ({ folder, level: 'read-only', denied: ['rm *'] })),
    )
  })

  it('answers a prompt again, with the options of today', async () => {
    const pane = await conversation()
    valueOf(await real.engine.agents.setOptions({ agentId: pane.agentId, options: { max_output_tokens: 500 } }))
    const child = await fork(pane, { atEventId: id(pane, 'user', 1), reason: 'retry' }, 'A2 again')
    expect(await sent(child)).toEqual(['Q1', 'A1', 'Q2', 'A2 again'])
    expect(child.view.events.filter((event) => event.kind === 'user' && event.agentId === child.agentId)).toEqual([])
    const options = valueOf(await real.engine.agents.options({ agentId: child.agentId }))
    expect(options.options).toEqual({ max_output_tokens: 500 })
  })

  it('of the start knows the system prompt only', async () => {
    const pane = await Pane.create(real.engine, MODEL)
    valueOf(await real.engine.agents.setSystemPrompt({ agentId: pane.agentId, text: 'Be kind.' }))
    await say(pane, 'Q1', 'A1')
    const child = await fork(pane, { before: 'start', prompt: 'Anew' }, 'Yes.')
    expect(await sent(child)).toEqual(['Anew', 'Yes.'])
    expect(valueOf(await real.engine.agents.systemPrompt({ agentId: child.agentId }))).toBe('Be kind.')
    expect(await summary(child)).toMatchObject({ forkEventId: 0, forkReason: 'fork' })
  })

  it('does not bring back what was cleared', async () => {
    const pane = await conversation()
    await pane.type('/clear')
    await say(pane, 'Q3', 'A3')
    const child = await fork(pane, { before: id(pane, 'user', 2), prompt: 'Q3 anew', reason: 'edit' }, 'A3 anew')
    expect(await sent(child)).toEqual(['Q3 anew', 'A3 anew'])
  })

  it('is refused where an event to fork at is named as well', async () => {
    const pane = await conversation()
    const [atEventId, before] = [id(pane, 'user'), id(pane, 'user', 1)]
    const both = await real.engine.agents.fork({ agentId: pane.agentId, models: [], atEventId, before })
    expect(refusalOf(both)).toMatch(/^Both an event to fork at and one to fork before/)
  })

  it('is known for what it is after a restart', async () => {
    const pane = await conversation()
    const child = await fork(pane, { atEventId: id(pane, 'user', 1), reason: 'retry' }, 'A2 again')
    await pane.type('/fork')
    const known = await summary(child)
    await real.reopen()
    // Summaries contain it once the log was read.
    const stop = new AbortController()
    const found = new Map<string, unknown>()
    for await (const items of real.engine.engine.subscribe(undefined, stop.signal)) {
      for (const item of items) {
        const agents = item.type === 'snapshot' ? item.agents : item.type === 'agent' ? [item.agent] : []
        for (const { id: agentId, ...agent } of agents) found.set(agentId, agent)
      }
      if (found.has(child.agentId) && JSON.stringify(found.get(child.agentId)).includes('forkReason')) stop.abort()
    }
    const { id: _id, ...same } = known ?? { id: '' }
    expect(found.get(child.agentId)).toEqual(same)
    expect(same).toMatchObject({ forkReason: 'retry', lastMessageId: id(child, 'assistant', -1) })
  })
})
