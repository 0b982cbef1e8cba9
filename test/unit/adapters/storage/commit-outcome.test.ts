import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Storage } from '../../../../src/main/core/ports.ts'
import {
  DATABASE_TIMEOUT_MS,
  newAgent,
  open,
  recordAgent,
  removeDirectory,
  temporaryDirectory,
  urlOf,
  userEvent,
  valueOf,
} from './support/test-storage.ts'

vi.setConfig({ testTimeout: DATABASE_TIMEOUT_MS, hookTimeout: DATABASE_TIMEOUT_MS })

/** A wire between storage and server that can be cut at a chosen moment: before a question arrives or before an answer does. */
let cutBefore: 'nothing' | 'question' | 'answer' = 'nothing'
const pairs = new Set<readonly [Socket, Socket]>()

function cut(): void {
  cutBefore = 'nothing'
  for (const pair of pairs) for (const socket of pair) socket.destroy()
  pairs.clear()
}

const directory = temporaryDirectory()
const wire = createServer((client) => {
  const server = connect(join(directory, 'postgres', 'run', '.s.PGSQL.5432'))
  pairs.add([client, server])
  client.on('data', (question) => (cutBefore === 'question' ? cut() : server.write(question)))
  server.on('data', (answer) => (cutBefore === 'answer' ? cut() : client.write(answer)))
  for (const [from, to] of [[client, server] as const, [server, client] as const]) {
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
  }
})
let embedded: Storage
let storage: Storage

beforeAll(async () => {
  embedded = await open(directory)
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve))
  const { port } = wire.address() as AddressInfo
  storage = await open(directory, urlOf(directory).replace(/localhost.*/, `127.0.0.1:${port}/postgres`))
})

afterAll(async () => {
  await storage?.close()
  wire.close()
  await embedded?.close()
  removeDirectory(directory)
})

it('a commit whose answer was lost is found, and is not recorded twice', async () => {
  const agentId = await recordAgent(storage)
  await storage.store.commit({ events: [userEvent(agentId, 'same words')] })
  cutBefore = 'answer'
  const events = [userEvent(agentId, 'same words'), userEvent(agentId, 'and \0 more')]
  const committed = valueOf(await storage.store.commit({ events }))
  const stored = valueOf(await embedded.store.events({ agentId }))
  expect(stored.slice(1)).toEqual(committed.events)
  expect(stored.map(({ content }) => content)).toEqual(['same words', 'same words', 'and \0 more'])
})

it('a new agent whose answer was lost is found, with its usage', async () => {
  const agent = newAgent({ name: 'born in doubt' })
  await recordAgent(storage)
  cutBefore = 'answer'
  const answer = {
    agentId: agent.id,
    turnId: null,
    kind: 'assistant',
    content: 'x',
    data: { total_tokens: 3 },
  } as const
  const committed = valueOf(await storage.store.commit({ newAgents: [agent], events: [answer] }))
  expect(committed.agents).toEqual(valueOf(await embedded.store.agents()).filter(({ id }) => id === agent.id))
  expect(committed.agents.map(({ usage }) => usage.totalTokens)).toEqual([3])
})

it('a commit that never arrived was not kept, and may be tried again', async () => {
  const agentId = await recordAgent(storage)
  cutBefore = 'question'
  const result = await storage.store.commit({ events: [userEvent(agentId, 'lost')] })
  expect(result).toEqual({
    ok: false,
    error: {
      category: 'STORAGE',
      message: 'The connection to the database was lost. Nothing of this was saved; try again.',
      retryable: true,
    },
  })
  expect(valueOf(await embedded.store.events({ agentId }))).toEqual([])
})
