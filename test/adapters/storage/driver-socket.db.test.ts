import { readFileSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'

import postgres from 'postgres'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import { createDriverSocket } from '../../../src/main/adapters/storage/driver-socket.ts'
import { makeOwnCertificate } from '../../support/own-certificate.ts'
import { startTcpRelay, type TcpRelay } from '../../support/tcp-relay.ts'
import { temporaryDirectory, urlOf } from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const shared = storageForTests()
const certificates = temporaryDirectory()
const own = makeOwnCertificate(certificates)

afterAll(() => closeAll(certificates))

describe.each(own === null ? ['plain'] : ['plain', 'with TLS'])('a connection that is %s', (kind) => {
  const sockets: Duplex[] = []
  let client: Sql
  let relay: TcpRelay | null = null

  beforeAll(async () => {
    const url = new URL(urlOf(shared.directory))
    const path = `${url.searchParams.get('host')}/.s.PGSQL.5432`
    if (own !== null && kind !== 'plain') {
      relay = await startTcpRelay(path, { key: readFileSync(own.key), cert: readFileSync(own.certificate) })
    }
    const tls = relay && { mode: 'require', rootCertificate: null, isDirect: false }
    const socket = (): Duplex => {
      const made = createDriverSocket(relay ? { host: 'localhost', port: relay.port } : { path }, tls)
      sockets.push(made)
      return made
    }
    // The driver's own time-out would hide the fault in the end: hence a long one.
    const options = { max: 1, username: 'ikigai', password: url.password, database: 'postgres', connect_timeout: 1_000 }
    client = postgres(Object.assign(options, { backoff: () => 0, socket }))
  })
  afterAll(async () => {
    await client.end({ timeout: 1 })
    await relay?.close()
  })

  it('answers again after a connection broke between a query and its sending', async () => {
    for (const round of [1, 2, 3]) {
      expect(await client`select ${round}::int as round`).toEqual([{ round }])
      await nextTurn()
      const broken = client`select 'never sent'`.catch((error: unknown) => error)
      // The query has reached the driver, and its bytes wait for the next turn of the event loop.
      for (let tick = 0; tick < 5; tick++) await Promise.resolve()
      sockets.at(-1)?.destroy()
      expect(await broken).toMatchObject({ code: 'CONNECTION_CLOSED' })
      expect(await client`select 'back' as word`).toEqual([{ word: 'back' }])
    }
  })

  it('rejects a query that was asked between the error of a connection and its end, and answers the next ones', async () => {
    for (const round of [1, 2, 3]) {
      expect(await client`select ${round}::int as round`).toEqual([{ round }])
      const [socket] = sockets.slice(-1)
      const between = new Promise((resolve) => {
        socket?.prependOnceListener('error', () => resolve(client`select 'too late'`.catch((error: unknown) => error)))
        socket?.prependOnceListener('close', () => resolve(null))
      })
      socket?.destroy(new Error('the wire was cut'))
      await between
      for (const word of ['one', 'two', 'three']) {
        expect(await client`select ${word} as word`.catch(() => client`select ${word} as word`)).toEqual([{ word }])
      }
    }
  })
})
