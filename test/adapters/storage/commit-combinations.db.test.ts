import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import type { Change } from '../../../src/main/core/ports/log-ports.ts'
import { CHOICE, newAgent, plainClient, recordAgent, userEvent, valueOf } from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const shared = storageForTests()

/** A change for each part of the statement, prepared so that it can be carried out once. */
const PARTS: Readonly<Record<string, (agentId: string) => Change | Promise<Change>>> = {
  events: (agentId) => ({ events: [userEvent(agentId, 'hello')] }),
  newAgents: (agentId) => ({ newAgents: [newAgent({ parentId: agentId })] }),
  agentChanges: (agentId) => ({ agentChanges: [{ id: agentId, name: 'renamed' }] }),
  startedTurns: (agentId) => ({ startedTurns: [{ agentId, turnId: randomUUID(), choice: CHOICE }] }),
  settledTurns: () => ({ settledTurns: [randomUUID()] }),
  newMail: (agentId) => ({ newMail: [{ from: agentId, to: agentId, content: 'mail' }] }),
  readMail: async (agentId) => {
    valueOf(await shared.storage.store.commit({ newMail: [{ from: agentId, to: agentId, content: 'before' }] }))
    return { readMail: valueOf(await shared.storage.mail.unread(agentId)) }
  },
  sentPrompts: async (agentId) => {
    const prompt = { id: randomUUID(), text: 'queued', asText: false }
    valueOf(await shared.storage.promptQueue.add(agentId, prompt))
    return { sentPrompts: [{ ...prompt, agentId }] }
  },
}

/** No part, one, every two, and all. Sections of the statement depend on at most two parts. */
function combinations(): readonly (readonly string[])[] {
  const names = Object.keys(PARTS)
  const upToTwo = names.flatMap((name, index) => names.slice(index).map((other) => [...new Set([name, other])]))
  return [[], ...upToTwo, names]
}

it('carries out any parts in one commit, and a kill with each', async () => {
  for (const names of combinations()) {
    for (const isKilled of [false, true]) {
      const agentId = await recordAgent(shared.storage)
      const victim = isKilled ? await recordAgent(shared.storage) : null
      const parts = await Promise.all(names.map(async (name) => PARTS[name]?.(agentId)))
      const change: Change = Object.assign({}, ...parts, victim && { kill: { agentId: victim, by: 'person' } })
      const { events, agents } = valueOf(await shared.storage.store.commit(change))
      const changesAgent = ['agentChanges', 'newMail', 'readMail', 'sentPrompts'].some((name) => names.includes(name))
      expect(events.map(({ kind }) => kind)).toEqual([
        ...(names.includes('events') ? ['user'] : []),
        ...(isKilled ? ['agent_killed'] : []),
      ])
      expect(agents.map(({ id }) => id).toSorted()).toEqual(
        [
          ...(change.newAgents ?? []).map(({ id }) => id),
          ...(changesAgent ? [agentId] : []),
          ...(victim === null ? [] : [victim]),
        ].toSorted(),
      )
    }
  }
})

it('a turn that is settled and started in one commit keeps its mark, and loses what it streamed', async () => {
  const agentId = await recordAgent(shared.storage)
  const turn = { agentId, turnId: randomUUID(), choice: CHOICE }
  const plain = plainClient(shared.directory)
  valueOf(await shared.storage.store.commit({ startedTurns: [turn] }))
  await plain`insert into stream_journal (turn_id, session_id, response, part, agent_uuid, provider, model, thinking_level, events)
    select turn_id, session_id, 1, 0, agent_uuid, provider, model, thinking_level, events from stream_journal
    where turn_id = ${turn.turnId}`
  valueOf(await shared.storage.store.commit({ settledTurns: [turn.turnId], startedTurns: [turn] }))
  expect(await plain`select response from stream_journal where turn_id = ${turn.turnId}`).toEqual([{ response: 0 }])
  valueOf(await shared.storage.store.commit({ settledTurns: [turn.turnId] }))
  expect(await plain`select response from stream_journal where turn_id = ${turn.turnId}`).toEqual([])
  await plain.end()
})

it('looks for killed agents with a plan that is kept', async () => {
  const plain = plainClient(shared.directory)
  const [row] = await plain`select proconfig from pg_proc where proname = 'under_killed'`
  expect(row?.['proconfig']).toContain('plan_cache_mode=force_generic_plan')
  await plain.end()
})
