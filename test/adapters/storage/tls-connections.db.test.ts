import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import { openPool, openSingle } from '../../../src/main/adapters/storage/database-clients.ts'
import { parseDatabaseUrl } from '../../../src/main/adapters/storage/database-url.ts'
import { testDatabase } from '../../../src/main/adapters/storage/check-database.ts'
import { makeOwnCertificate, type OwnCertificate } from '../../support/own-certificate.ts'
import { type RelayTls, startTcpRelay, type TcpRelay } from '../../support/tcp-relay.ts'
import { temporaryDirectory, urlOf } from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const shared = storageForTests()
const certificates = temporaryDirectory()
const own = makeOwnCertificate(certificates)
const other = makeOwnCertificate(certificates, 'other')
const relays: TcpRelay[] = []

beforeAll(async () => {
  writeFileSync(join(certificates, 'empty.pem'), '')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const relay of relays.splice(0)) await relay.close()
})
afterAll(() => closeAll(certificates))

const file = (name: string): string => encodeURIComponent(join(certificates, name))

/** A database behind TLS; the URL has these parameters. */
async function urlBehind(made: OwnCertificate, answer: RelayTls['answer'], parameters: string, host = 'localhost') {
  const tls = {
    key: readFileSync(made.key),
    cert: readFileSync(made.certificate),
    ...(answer !== undefined && { answer }),
  }
  const relay = await startTcpRelay(`${shared.directory}/postgres/run/.s.PGSQL.5432`, tls)
  relays.push(relay)
  const url = new URL(urlOf(shared.directory))
  url.search = parameters
  url.host = `${host}:${relay.port}`
  return url.href
}

const NOT_ACCEPTED =
  /^STORAGE: The encrypted connection to the database server was not accepted: .+ Name the file of its authority/
const NO_TLS = /^STORAGE: The database server offers no TLS, which DATABASE_URL \(or database_url\) asks for/

describe.runIf(own !== null && other !== null)('a database behind TLS', () => {
  it.each<readonly [string, string, RelayTls['answer'], string, RegExp | null]>([
    ['is used without verifying it', 'sslmode=require', undefined, 'localhost', null],
    ['is used by the driver’s name of the parameter', 'ssl=require', undefined, 'localhost', null],
    ['is used where TLS is preferred', 'sslmode=prefer', undefined, 'localhost', null],
    ['is used without TLS where it is preferred and there is none', 'sslmode=prefer', 'N', 'localhost', null],
    ['is used without TLS where that is allowed', 'sslmode=allow', 'N', 'localhost', null],
    [
      'is used if its authority is named',
      `sslmode=verify-full&sslrootcert=${file('own.pem')}`,
      undefined,
      'localhost',
      null,
    ],
    [
      'is used if only its authority counts',
      `sslmode=verify-ca&sslrootcert=${file('own.pem')}`,
      undefined,
      '127.0.0.1',
      null,
    ],
    ['is used if only the authority is named', `sslrootcert=${file('own.pem')}`, undefined, '127.0.0.1', null],
    ['is used directly', 'sslmode=require&sslnegotiation=direct', null, 'localhost', null],
    ['is refused without its authority', 'sslmode=verify-full', undefined, 'localhost', NOT_ACCEPTED],
    ['is refused with the authorities of the system', 'sslrootcert=system', undefined, 'localhost', NOT_ACCEPTED],
    [
      'is refused with another authority',
      `sslmode=require&sslrootcert=${file('other.pem')}`,
      undefined,
      'localhost',
      NOT_ACCEPTED,
    ],
    [
      'is refused under another name',
      `sslmode=verify-full&sslrootcert=${file('own.pem')}`,
      undefined,
      '127.0.0.1',
      NOT_ACCEPTED,
    ],
    ['is refused if it is to be verified in words of others', 'ssl=true', undefined, 'localhost', NOT_ACCEPTED],
    [
      'is refused if the file cannot be read',
      `sslrootcert=${file('none.pem')}`,
      undefined,
      'localhost',
      /cannot be read: ENOENT/,
    ],
    ['is refused without TLS', 'sslmode=require', 'N', 'localhost', NO_TLS],
    ['is refused without TLS if it is to be verified', 'sslmode=verify-full', 'N', 'localhost', NO_TLS],
    ['is refused if more than an answer came unencrypted', 'sslmode=require', 'SR\0', 'localhost', NO_TLS],
    ['is refused if the answer is none', 'sslmode=prefer', 'E', 'localhost', NO_TLS],
  ])('%s: %s', async (_name, parameters, answer, host, problem) => {
    if (own === null) throw new Error('no certificate')
    const result = await testDatabase(await urlBehind(own, answer, parameters, host))
    const said = result.ok ? result.value : `${result.error.category}: ${result.error.message}`
    expect(said).toMatch(problem ?? /^PostgreSQL \d/)
  })

  it('is encrypted because the environment says so', async () => {
    if (own === null) throw new Error('no certificate')
    vi.stubEnv('PGSSL', 'require')
    expect(await testDatabase(await urlBehind(own, undefined, ''))).toMatchObject({ ok: true })
  })

  it('carries large values both ways, and is left by a goodbye', async () => {
    if (own === null) throw new Error('no certificate')
    const sockets = new Set<Duplex>()
    const target = { ...parseDatabaseUrl(await urlBehind(own, undefined, 'sslmode=require')), sockets }
    const pool = openPool(target).$client
    const text = 'ä'.repeat(4_000_000)
    expect(await pool`select ${text}::text as text`).toEqual([{ text }])
    const rows = await pool`select repeat('x', 1000) as x from generate_series(1, 20000)`
    expect([rows.length, sockets.size]).toEqual([20_000, 1])
    await pool.end({ timeout: 5 })
    expect(sockets.size).toBe(0)
  })
})

describe('a server that ends the connection before it is encrypted', () => {
  it.each(['at once', 'after the request', 'after its answer'])('%s is not reached, and says so', async (moment) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      if (moment === 'at once') socket.destroy()
      else socket.once('data', () => (moment === 'after the request' ? socket.destroy() : socket.end('S')))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const client = openSingle(parseDatabaseUrl(`postgres://u:p@127.0.0.1:${port}/db?sslmode=require`))
    await expect(client`select 1`).rejects.toMatchObject({
      code: expect.stringMatching(/^ECONNRESET$|^NO_TLS$|^EPIPE$/),
    })
    await client.end({ timeout: 1 })
    server.close()
  })
})
