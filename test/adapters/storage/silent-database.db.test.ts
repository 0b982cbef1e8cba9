import { readFileSync } from 'node:fs'

import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'

import { watchAnswers } from '../../../src/main/adapters/storage/database-link.ts'
import { signalServer } from '../../soak/database-processes.ts'
import { makeOwnCertificate } from '../../support/own-certificate.ts'
import { startTcpRelay } from '../../support/tcp-relay.ts'
import {
  DATABASE_TIMEOUT_MS,
  open,
  recordAgent,
  removeDirectory,
  storageOptions,
  temporaryDirectory,
  urlOf,
  userEvent,
  valueOf,
} from './support/test-storage.ts'
import { openStorage } from '../../../src/main/adapters/storage/open-storage.ts'
import type { Storage } from '../../../src/main/core/ports/storage-ports.ts'

vi.setConfig({ testTimeout: DATABASE_TIMEOUT_MS, hookTimeout: DATABASE_TIMEOUT_MS })

const certificates = temporaryDirectory()
const own = makeOwnCertificate(certificates)
afterAll(() => removeDirectory(certificates))

const SILENT = { state: 'error', message: 'The database does not answer, waiting for it' }

/** Resolves when the storage says so. */
function says(storage: Storage, state: string): Promise<void> {
  if (storage.state().state === state) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = storage.onStateChange((next) => {
      if (next.state !== state) return
      stop()
      resolve()
    })
  })
}

const contentsOf = async (storage: Storage, agentId: string): Promise<unknown> =>
  valueOf(await storage.store.events({ agentId })).map(({ content }) => content)

describe('a database that hangs', () => {
  it('is said, and what was asked of it meanwhile is recorded once when it goes on', async () => {
    const directory = temporaryDirectory()
    const storage = await open(directory)
    const agentId = await recordAgent(storage)
    signalServer(directory, 'SIGSTOP')
    const writing = ['one', 'two', 'three'].map((word) => storage.store.commit({ events: [userEvent(agentId, word)] }))
    await says(storage, 'error')
    expect(storage.state()).toEqual(SILENT)
    signalServer(directory, 'SIGCONT')
    await says(storage, 'ok')
    for (const result of await Promise.all(writing)) valueOf(result)
    const contents = await contentsOf(storage, agentId)
    expect(contents).toEqual(expect.arrayContaining(['one', 'two', 'three']))
    expect(contents).toHaveLength(3)
    await storage.close()
    removeDirectory(directory)
  })

  it('does not keep an engine that closes', async () => {
    const directory = temporaryDirectory()
    const storage = valueOf(await openStorage({ ...storageOptions(directory), closeMs: 200 }))
    signalServer(directory, 'SIGSTOP')
    try {
      await storage.close()
    } finally {
      signalServer(directory, 'SIGCONT')
    }
    const again = await open(directory)
    expect(again.state().state).toBe('ok')
    await again.close()
    removeDirectory(directory)
  })

  it.each(own === null ? ['plain'] : ['plain', 'with TLS'])(
    'is reached over new connections when only the old ones are dead, and loses nothing: %s',
    async (kind) => {
      const directory = temporaryDirectory()
      const owner = await open(directory)
      const tls =
        own === null || kind === 'plain' ? null : { key: readFileSync(own.key), cert: readFileSync(own.certificate) }
      const relay = await startTcpRelay(`${directory}/postgres/run/.s.PGSQL.5432`, tls)
      const url = new URL(urlOf(directory))
      url.searchParams.delete('host')
      url.host = `127.0.0.1:${relay.port}`
      if (tls !== null) url.searchParams.set('sslmode', 'require')
      const remoteDirectory = temporaryDirectory()
      const remote = await open(remoteDirectory, url.href)
      const agentId = await recordAgent(remote)
      // A connection that executes a statement for the first time waits for its description before it sends the values.
      valueOf(await remote.store.commit({ events: [userEvent(agentId, 'before')] }))
      relay.pauseClients()
      const writing = remote.store.commit({ events: [userEvent(agentId, 'kept')] })
      await says(remote, 'error')
      expect(remote.state()).toEqual(SILENT)
      await says(remote, 'ok')
      valueOf(await writing)
      expect(await contentsOf(remote, agentId)).toEqual(['before', 'kept'])
      await remote.close()
      await relay.close()
      await owner.close()
      removeDirectory(directory)
      removeDirectory(remoteDirectory)
    },
  )
})

describe('watchAnswers', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('says within 3 s that nothing is answered, and at once when it is again', async () => {
    vi.useFakeTimers()
    const said: { at: number; isSilent: boolean }[] = []
    let answer = Promise.resolve()
    let dead = 0
    const stop = watchAnswers({
      ask: () => answer,
      askAnew: () => Promise.resolve(),
      onSilence: (isSilent) => said.push({ at: performance.now() - hangsAt, isSilent }),
      onDeadConnections: () => (dead += 1),
    })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(said).toEqual([])
    const hangsAt = performance.now()
    const held = Promise.withResolvers<undefined>()
    answer = held.promise
    await vi.advanceTimersByTimeAsync(2_999)
    expect(said.map(({ isSilent }) => isSilent)).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(said.map(({ isSilent }) => isSilent)).toEqual([true])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(dead).toBe(1)
    held.resolve(undefined)
    await vi.advanceTimersByTimeAsync(0)
    expect(said.map(({ isSilent }) => isSilent)).toEqual([true, false])
    stop()
  })
})
