import { expect, it } from 'vitest'

import { ForkFacts } from '../../../src/main/core/agents/fork-facts.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import { ok, refuse } from '../../../src/shared/result.ts'
import { eventLog } from '../../support/event-log-builder.ts'

const EARLIER = '2026-11-20T12:00:00.000Z'

it('keeps the newest message, whether the log or a commit had it first', async () => {
  const log = eventLog()
  const prompt = log.user('a')
  const facts = new ForkFacts({
    forkFacts: async () =>
      ok([
        {
          agentId: prompt.agentId,
          reason: 'retry',
          lastMessageId: prompt.id - 1,
          lastActivityAt: EARLIER,
          unfinished: null,
        },
      ]),
  })
  expect(facts.add(prompt)).toBe(prompt.agentId)
  expect(await facts.read()).toEqual(ok([prompt.agentId]))
  expect(facts.factsOf(prompt.agentId)).toEqual({
    forkReason: 'retry',
    lastMessageId: prompt.id,
    lastActivityAt: prompt.createdAt,
  })
  expect(await facts.read()).toEqual(ok([]))
})

it('reads the log again after a failed read, and counts nobody as a judge meanwhile', async () => {
  const reads = [
    refuse('The database is away.'),
    ok([{ agentId: 'judge', reason: 'judge', lastMessageId: null, lastActivityAt: null, unfinished: null } as const]),
  ]
  const facts = new ForkFacts({ forkFacts: async () => reads.shift() ?? ok([]) })
  expect(await facts.judges()).toEqual(refuse('The database is away.'))
  expect(await facts.judges()).toEqual(ok(new Set(['judge'])))
})

it('knows an interrupted or failed turn until the next message, but not one that the user stopped', () => {
  const log = eventLog()
  const facts = new ForkFacts({ forkFacts: async () => ok([]) })
  const after = (event: AgentEvent) => {
    facts.add(event)
    return facts.factsOf(event.agentId).unfinished?.type ?? 'none'
  }
  expect(after(log.user('a'))).toBe('none')
  expect(after(log.add({ kind: 'interrupted', content: '', data: { reason: 'crash' } }))).toBe('interrupted')
  expect(after(log.user('c'))).toBe('none')
  expect(after(log.add({ kind: 'interrupted', content: '', data: { reason: 'cancelled' } }))).toBe('none')
})

it('does not take an older unfinished turn from the log than from a commit', async () => {
  const log = eventLog()
  const crashed = log.add({ kind: 'interrupted', content: '', data: { reason: 'crash' } })
  const prompt = log.user('b')
  const { agentId } = prompt
  const facts = new ForkFacts({
    forkFacts: async () =>
      ok([
        {
          agentId,
          reason: null,
          lastMessageId: crashed.id,
          lastActivityAt: EARLIER,
          unfinished: { type: 'interrupted', eventId: crashed.id },
        },
      ]),
  })
  facts.add(prompt)
  await facts.read()
  expect(facts.factsOf(agentId).unfinished).toBeUndefined()
})

it('knows which agents were forked for a task of their own, and reads the log only for older forks', async () => {
  const log = eventLog()
  let reads = 0
  const facts = new ForkFacts({
    forkFacts: async () => {
      reads += 1
      const none = { reason: 'tool', lastMessageId: null, lastActivityAt: null, unfinished: null } as const
      return ok([
        { ...none, agentId: 'old', delegated: true },
        { ...none, agentId: 'older' },
      ])
    },
  })
  facts.add(log.add({ kind: 'fork', content: null, data: { child: 'task', reason: 'fork', delegated: true } }))
  facts.add(log.add({ kind: 'fork', content: null, data: { child: 'version', reason: 'retry' } }))
  expect([await facts.isDelegated('task'), await facts.isDelegated('version'), reads]).toEqual([ok(true), ok(false), 0])
  expect([await facts.isDelegated('old'), await facts.isDelegated('older'), reads]).toEqual([ok(true), ok(false), 1])
})
