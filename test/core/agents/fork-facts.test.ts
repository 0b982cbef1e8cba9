import { expect, it } from 'vitest'

import { ForkFacts } from '../../../src/main/core/agents/fork-facts.ts'
import { ok, refuse } from '../../../src/shared/result.ts'
import { eventLog } from '../../support/event-log-builder.ts'

const EARLIER = '2026-11-20T12:00:00.000Z'

it('keeps the newest message, whether the log or a commit had it first', async () => {
  const log = eventLog()
  const prompt = log.user('a')
  const facts = new ForkFacts({
    forkFacts: async () =>
      ok([{ agentId: prompt.agentId, reason: 'retry', lastMessageId: prompt.id - 1, lastActivityAt: EARLIER }]),
  })
  expect(facts.add(prompt)).toBe(prompt.agentId)
  expect(await facts.read()).toEqual(ok([prompt.agentId]))
  expect(facts.of(prompt.agentId)).toEqual({
    forkReason: 'retry',
    lastMessageId: prompt.id,
    lastActivityAt: prompt.createdAt,
  })
  expect(await facts.read()).toEqual(ok([]))
})

it('reads the log again after a failed read, and counts nobody as a judge meanwhile', async () => {
  const reads = [
    refuse('The database is away.'),
    ok([{ agentId: 'judge', reason: 'judge', lastMessageId: null, lastActivityAt: null } as const]),
  ]
  const facts = new ForkFacts({ forkFacts: async () => reads.shift() ?? ok([]) })
  expect(await facts.judges()).toEqual(refuse('The database is away.'))
  expect(await facts.judges()).toEqual(ok(new Set(['judge'])))
})
