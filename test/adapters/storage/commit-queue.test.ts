import { expect, it } from 'vitest'

import { createCommitQueue, type Written } from '../../../src/main/adapters/storage/commit-queue.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type { Change } from '../../../src/main/core/ports/log-ports.ts'
import { err, ok } from '../../../src/shared/result.ts'

const agent = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`

const said = (content: string, agentId = agent(1)): Change => ({
  events: [{ agentId, turnId: null, kind: 'user', content, data: null }],
})

const textsOf = ({ events = [] }: Pick<Change, 'events'>): string => events.map(({ content }) => content).join()

/** A log whose writes end when the test says so. Refuses writes that contain `bad`. */
function openLog(refusal: Pick<Written & { ok: false }, 'isRefused'> = { isRefused: true }) {
  const written: string[] = []
  const gates: Array<() => void> = []
  let id = 0
  const write = async (change: Change): Promise<Written> => {
    written.push(textsOf(change))
    await new Promise<void>((resolve) => gates.push(resolve))
    if (textsOf(change).includes('bad')) {
      return { ...err({ category: 'REFUSED', message: 'refused', retryable: false }), ...refusal }
    }
    const events = (change.events ?? []).map((event): AgentEvent => ({
      ...event,
      id: ++id,
      sessionId: 1,
      createdAt: '',
    }))
    return ok({ events, agents: [] })
  }
  /** Ends writes until all of these are settled. */
  const finish = async <T>(commits: readonly Promise<T>[]): Promise<readonly T[]> => {
    let isDone = false
    const all = Promise.all(commits).finally(() => (isDone = true))
    for (let steps = 0; steps < 1_000 && !isDone; steps++) {
      gates.shift()?.()
      await Promise.resolve()
    }
    return all
  }
  return { commit: createCommitQueue(write), written, finish }
}

it('commits together what arrives during a commit, in its order, and gives each change its own events', async () => {
  const { commit, written, finish } = openLog()
  const results = await finish(['a', 'b', 'c', 'd'].map((text) => commit(said(text))))
  expect(written).toEqual(['a', 'b,c,d'])
  expect(results.map((result) => result.ok && textsOf(result.value))).toEqual(['a', 'b', 'c', 'd'])
  expect(results.flatMap((result) => (result.ok ? result.value.events.map(({ id }) => id) : []))).toEqual([1, 2, 3, 4])
})

it('commits each change of a refused group alone, so that only the refused one fails', async () => {
  const { commit, written, finish } = openLog()
  const results = await finish(['a', 'b', 'bad', 'c'].map((text) => commit(said(text))))
  expect(written).toEqual(['a', 'b,bad,c', 'b', 'bad', 'c'])
  expect(results.map(({ ok: isOk }) => isOk)).toEqual([true, true, false, true])
})

it('does not try again when it is not known that nothing was kept', async () => {
  const { commit, written, finish } = openLog({ isRefused: false })
  const results = await finish(['a', 'b', 'bad', 'c'].map((text) => commit(said(text))))
  expect(written).toEqual(['a', 'b,bad,c'])
  expect(results.map(({ ok: isOk }) => isOk)).toEqual([true, false, false, false])
})

it('commits a kill alone, between what came before and after it', async () => {
  const { commit, written, finish } = openLog()
  const kill: Change = { ...said('kill'), kill: { agentId: agent(1), by: 'person' } }
  await finish([commit(said('a')), commit(said('b')), commit(said('c')), commit(kill), commit(said('d'))])
  expect(written).toEqual(['a', 'b,c', 'kill', 'd'])
})

it('separates the start of a turn from its end, which together would be a turn that continues', async () => {
  const { commit, written, finish } = openLog()
  const choice = { provider: 'anthropic', model: 'claude-haiku-4-5', thinkingLevel: 'med' } as const
  const start: Change = { ...said('start'), startedTurns: [{ agentId: agent(1), turnId: agent(9), choice }] }
  const end: Change = { ...said('end'), settledTurns: [agent(9)] }
  await finish([commit(said('a')), commit(said('b')), commit(start), commit(end), commit(start)])
  expect(written).toEqual(['a', 'b,start', 'end', 'start'])
})

it('limits the size of a group, but not of a change', async () => {
  const { commit, written, finish } = openLog()
  const long = said('x'.repeat(600_000))
  await finish([commit(said('a')), commit(long), commit(long), commit(said('b'))])
  expect(written.map((texts) => texts.length)).toEqual([1, 600_000, 600_002])
  const many: Change = { events: Array.from({ length: 1_001 }, () => ({ ...(said('y').events?.[0] ?? never()) })) }
  const other = openLog()
  await other.finish([other.commit(said('a')), other.commit(many), other.commit(said('b'))])
  expect(other.written).toHaveLength(3)
})

function never(): never {
  throw new Error('An event is missing')
}
