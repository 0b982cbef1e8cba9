import type { Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeAll } from '../../support/close-all.ts'
import type { Storage } from '../../../src/main/core/ports/storage-ports.ts'
import { newAgent, open, recordAgent, urlOf, userEvent, valueOf } from './support/test-storage.ts'
import { portOf } from '../../support/port-of.ts'
import { storageForTests } from './support/storage-for-tests.ts'

/** Words in a commit by which the wire knows it. */
const DOUBTFUL = 'in doubt'

/** A wire between storage and server, cut before the doubtful commit arrives, or before its answer does. */
let cutBefore: 'nothing' | 'question' | 'answer' = 'nothing'
const sockets = new Set<Socket>()

function cut(): void {
  cutBefore = 'nothing'
  for (const socket of sockets) socket.destroy()
  sockets.clear()
}

const shared = storageForTests()
const wire = createServer((client) => {
  const server = connect(join(shared.directory, 'postgres', 'run', '.s.PGSQL.5432'))
  let isAsked = false
  client.on('data', (question) => {
    isAsked ||= cutBefore !== 'nothing' && question.includes(DOUBTFUL)
    if (isAsked && cutBefore === 'question') cut()
    else server.write(question)
  })
  server.on('data', (answer) => {
    if (isAsked && cutBefore === 'answer') cut()
    else client.write(answer)
  })
  tie(client, server)
})

/** What becomes of one end becomes of the other. */
function tie(...ends: readonly [Socket, Socket]): void {
  for (const [end, other] of [ends, ends.toReversed()]) {
    if (end === undefined || other === undefined) return
    sockets.add(end)
    end.on('error', () => other.destroy())
    end.on('close', () => other.destroy())
  }
}

let storage: Storage

beforeAll(async () => {
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve))
  const port = portOf(wire)
  storage = await open(shared.directory, urlOf(shared.directory).replace(/localhost.*/, `127.0.0.1:${port}/postgres`))
})

afterAll(() => closeAll(storage, wire))

it('a commit whose answer was lost is found, and is not recorded twice', async () => {
  const agentId = await recordAgent(storage)
  await storage.store.commit({ events: [userEvent(agentId, DOUBTFUL)] })
  cutBefore = 'answer'
  const events = [userEvent(agentId, DOUBTFUL), userEvent(agentId, 'and \0 more')]
  const committed = valueOf(await storage.store.commit({ events }))
  const stored = valueOf(await shared.storage.store.events({ agentId }))
  expect(stored.slice(1)).toEqual(committed.events)
  expect(stored.map(({ content }) => content)).toEqual([DOUBTFUL, DOUBTFUL, 'and \0 more'])
})

it('a new agent whose answer was lost is found, with its usage', async () => {
  const agent = newAgent({ name: DOUBTFUL })
  cutBefore = 'answer'
  const answer = {
    agentId: agent.id,
    turnId: null,
    kind: 'assistant',
    content: 'x',
    data: { total_tokens: 3 },
  } as const
  const committed = valueOf(await storage.store.commit({ newAgents: [agent], events: [answer] }))
  expect(committed.agents).toEqual(valueOf(await shared.storage.store.agents()).filter(({ id }) => id === agent.id))
  expect(committed.agents.map(({ usage }) => usage.totalTokens)).toEqual([3])
})

it('a commit that never arrived was not kept, and may be tried again', async () => {
  const agentId = await recordAgent(storage)
  cutBefore = 'question'
  const result = await storage.store.commit({ events: [userEvent(agentId, DOUBTFUL)] })
  expect(result).toEqual({
    ok: false,
    error: {
      category: 'STORAGE',
      message: 'The connection to the database was lost. Nothing of this was saved; try again.',
      retryable: true,
    },
  })
  expect(valueOf(await shared.storage.store.events({ agentId }))).toEqual([])
})
