import { beforeEach, describe, expect, it } from 'vitest'

import { AgentHomes } from '../../src/main/core/agents/agent-homes.ts'
import { AgentRegistry } from '../../src/main/core/agents/agent-registry.ts'
import { EstimatedUse } from '../../src/main/core/agents/estimated-use.ts'
import { ForkFacts } from '../../src/main/core/agents/fork-facts.ts'
import { TreeArrangement } from '../../src/main/core/agents/tree-arrangement.ts'
import { CommitEffects } from '../../src/main/core/commit-effects.ts'
import { UntrustedState } from '../../src/main/core/events/event-hub.ts'
import type { AgentEvent } from '../../src/shared/agent-event.ts'
import type { AgentSummary } from '../../src/shared/agent-summary.ts'
import { ok } from '../../src/shared/result.ts'
import { agentSummary } from '../support/agent-summary.ts'
import { memorySettings } from '../support/memory-settings.ts'
import { createRecordingLogger } from '../support/recording-logger.ts'

const [ROOT, CHILD] = [agentSummary({ id: 'root' }), agentSummary({ id: 'child', parentId: 'root' })]

const PROMPT: AgentEvent = {
  id: 7,
  sessionId: 1,
  agentId: 'root',
  turnId: null,
  kind: 'user',
  content: 'Write a haiku.',
  data: null,
  createdAt: '2026-11-20T12:00:00.000Z',
}

/** What was called, in order. */
let calls: string[]
/** Which of the calls throw. */
let broken: Set<string>

function call(text: string): void {
  calls.push(text)
  if (broken.has(text)) throw new Error(`${text} failed`)
}

class TestRegistry extends AgentRegistry {
  override addEvent(event: AgentEvent): void {
    call(`tree: event ${event.id}`)
  }

  override put(agent: AgentSummary): void {
    call(`tree: ${agent.id}`)
    super.put(agent)
  }
}

beforeEach(() => {
  calls = []
  broken = new Set()
})

function effectsOn(agents: readonly AgentSummary[]): CommitEffects {
  const log = { estimates: async () => ok([]), forkFacts: async () => ok([]) }
  const own = { id: 'here', label: 'desk' }
  const homes = new AgentHomes({ own, list: async () => ok([]) }, createRecordingLogger())
  const noStatus = (): never => {
    throw new Error('Nobody has subscribed to the tree')
  }
  const registry = new TestRegistry(noStatus, {
    estimates: new EstimatedUse(log),
    forks: new ForkFacts(log),
    arrangement: new TreeArrangement(memorySettings()),
    homes,
    models: { list: () => [], find: () => null },
  })
  for (const agent of agents) registry.put(agent)
  calls = []
  return new CommitEffects({
    registry,
    homes,
    loop: {
      cancel: async (id) => {
        call(`cancel ${id}`)
        return true
      },
    },
    endPrograms: (id) => call(`end programs of ${id}`),
    queues: {
      show: async (before, now) =>
        call(`prompts of ${now.id}: ${before?.queuedPrompts ?? 'new'} → ${now.queuedPrompts}`),
    },
    contexts: { extend: async (event) => call(`context: event ${event.id}`) },
    races: { onEvent: (event) => call(`races: event ${event.id}`) },
  })
}

const HOME = 'laptop'

describe('a commit', () => {
  it('is in the tree before contexts and races get it', async () => {
    await effectsOn([ROOT]).apply({ agents: [ROOT, CHILD], events: [PROMPT, { ...PROMPT, id: 8, agentId: 'child' }] })
    expect(calls).toEqual([
      'tree: event 7',
      'tree: event 8',
      'tree: root',
      'prompts of root: 0 → 0',
      'tree: child',
      'prompts of child: new → 0',
      'context: event 7',
      'context: event 8',
      'races: event 7',
      'races: event 8',
    ])
  })

  it.each<readonly [string, Partial<AgentSummary> | null, Partial<AgentSummary>, boolean]>([
    ['works on', {}, {}, false],
    ['is new', null, {}, false],
    ['was killed', {}, { status: 'killed' }, true],
    ['was killed before it was known here', null, { status: 'killed' }, true],
    ['was killed at another home', { home: HOME }, { home: HOME, status: 'killed' }, true],
    ['was taken over by another home', {}, { home: HOME }, true],
    ['has another home', { home: HOME }, { home: HOME }, false],
    ['was taken over from another home', { home: HOME }, {}, false],
    ['has another home and is new', null, { home: HOME }, true],
  ])('ends the turn and the programs of an agent that is gone: it %s', async (_what, before, now, isGone) => {
    const known = before === null ? [ROOT] : [ROOT, { ...CHILD, ...before }]
    await effectsOn(known).apply({ agents: [{ ...CHILD, ...now }], events: [] })
    expect(calls.includes('cancel child')).toBe(isGone)
    expect(calls.includes('end programs of child')).toBe(isGone)
    expect(calls.some((text) => text.startsWith('prompts of child'))).toBe(true)
  })

  it('shows prompts that were queued or sent elsewhere', async () => {
    const effects = effectsOn([ROOT])
    await effects.apply({ agents: [{ ...ROOT, queuedPrompts: 2 }], events: [] })
    await effects.apply({ agents: [ROOT], events: [] })
    expect(calls.filter((text) => text.startsWith('prompts'))).toEqual([
      'prompts of root: 0 → 2',
      'prompts of root: 2 → 0',
    ])
  })
})

describe('a listener that throws', () => {
  const COMMIT = { agents: [{ ...CHILD, status: 'killed' as const }, ROOT], events: [PROMPT] }
  const ALL = [
    'tree: event 7',
    'tree: child',
    'cancel child',
    'end programs of child',
    'prompts of child: new → 0',
    'tree: root',
    'prompts of root: 0 → 0',
    'context: event 7',
    'races: event 7',
  ]

  it.each(ALL.filter((text) => !text.startsWith('cancel')))('keeps no other from the commit: %s', async (text) => {
    const effects = effectsOn([ROOT])
    broken.add(text)
    await expect(effects.apply(COMMIT)).rejects.toThrow(`${text} failed`)
    expect(calls).toEqual(ALL)
  })

  it.each([
    ['tree: event 7', true],
    ['tree: root', true],
    ['end programs of child', false],
    ['prompts of root: 0 → 0', false],
    ['context: event 7', false],
    ['races: event 7', false],
  ] as const)('leaves the tree untrusted only if the tree lacks the commit: %s', async (text, isUntrusted) => {
    const effects = effectsOn([ROOT])
    broken.add(text)
    const failure = await effects.apply(COMMIT).catch((error: unknown) => error)
    expect(failure instanceof UntrustedState).toBe(isUntrusted)
  })

  it.each([
    [['prompts of child: new → 0', 'races: event 7'], 'prompts of child: new → 0 failed'],
    [['prompts of child: new → 0', 'tree: root'], 'tree: root failed'],
    [['tree: root', 'races: event 7'], 'tree: root failed'],
  ])('is reported first if the tree lacks the commit: %j', async (texts, message) => {
    const effects = effectsOn([ROOT])
    for (const text of texts) broken.add(text)
    await expect(effects.apply(COMMIT)).rejects.toThrow(message)
  })
})
