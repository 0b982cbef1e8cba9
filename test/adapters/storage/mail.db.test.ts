import type { Mail } from '../../../src/main/core/ports/log-ports.ts'
import type { NewEvent } from '../../../src/shared/agent-event.ts'
import { describe, expect, it } from 'vitest'

import { recordAgent, valueOf } from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const shared = storageForTests({ engines: 2 })

const readEvent = (mail: Mail): NewEvent => ({
  agentId: mail.to,
  turnId: null,
  kind: 'mail',
  content: mail.content,
  data: { from: mail.from, mail_id: mail.id },
})

async function unreadOf(agentId: string): Promise<number | undefined> {
  return valueOf(await shared.storage.store.agents()).find(({ id }) => id === agentId)?.unreadMail
}

describe('mail', () => {
  it('is kept until it is read, oldest first, and counted', async () => {
    const [from, to] = [await recordAgent(shared.storage), await recordAgent(shared.storage)]
    valueOf(await shared.storage.store.commit({ newMail: [{ from, to, content: 'one \0' }] }))
    const { agents } = valueOf(await shared.other.store.commit({ newMail: [{ from, to, content: 'two' }] }))
    const unread = valueOf(await shared.other.mail.unread(to))
    expect(unread.map(({ content }) => content)).toEqual(['one \0', 'two'])
    expect([agents.find(({ id }) => id === to)?.unreadMail, await unreadOf(to), await unreadOf(from)]).toEqual([
      2, 2, 0,
    ])
    valueOf(await shared.storage.store.commit({ readMail: unread, events: unread.map(readEvent) }))
    expect([valueOf(await shared.other.mail.unread(to)), await unreadOf(to)]).toEqual([[], 0])
  })

  it('is read exactly once, also when two engines read it at the same time', async () => {
    const [from, to] = [await recordAgent(shared.storage), await recordAgent(shared.storage)]
    for (let round = 0; round < 20; round++) {
      valueOf(await shared.storage.store.commit({ newMail: [{ from, to, content: String(round) }] }))
      const unread = valueOf(await shared.storage.mail.unread(to))
      const change = { readMail: unread, events: unread.map(readEvent) }
      const results = await Promise.all([shared.storage.store.commit(change), shared.other.store.commit(change)])
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      expect(results.find(({ ok }) => !ok)).toMatchObject({ error: { category: 'REFUSED' } })
    }
    const events = valueOf(await shared.storage.store.events({ agentId: to }))
    expect([events.length, await unreadOf(to)]).toEqual([20, 0])
  })

  it('to a killed agent is refused, and nothing of the change is kept', async () => {
    const [from, to] = [await recordAgent(shared.storage), await recordAgent(shared.storage)]
    valueOf(await shared.other.store.commit({ kill: { agentId: to, by: 'person' } }))
    const said: NewEvent = { agentId: from, turnId: null, kind: 'user', content: 'said', data: null }
    const sent = await shared.storage.store.commit({ newMail: [{ from, to, content: 'too late' }], events: [said] })
    expect(sent).toMatchObject({ ok: false, error: { category: 'REFUSED' } })
    expect(valueOf(await shared.storage.mail.unread(to))).toEqual([])
    expect(valueOf(await shared.storage.store.events({ agentId: from }))).toEqual([])
  })

  it('is told to other engines with the new count', async () => {
    const [from, to] = [await recordAgent(shared.storage), await recordAgent(shared.storage)]
    const { promise, resolve } = Promise.withResolvers<number>()
    const stop = shared.other.store.onRemoteCommit(({ agents }) => {
      const recipient = agents.find(({ id }) => id === to)
      if (recipient !== undefined && recipient.unreadMail > 0) resolve(recipient.unreadMail)
    })
    valueOf(await shared.storage.store.commit({ newMail: [{ from, to, content: 'hello' }] }))
    expect(await promise).toBe(1)
    stop()
  })
})
