import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { trustCertificates } from '../../../src/main/adapters/network/use-proxy.ts'
import { makeOwnCertificate } from '../../support/own-certificate.ts'
import { portOf } from '../../support/port-of.ts'

const folder = mkdtempSync(join(tmpdir(), 'ikigai-certificates-'))
const path = (name: string): string => join(folder, name)
const before = tls.getCACertificates('default')

/** Two files may write one certificate differently. */
const printOf = (certificate: string): string => new X509Certificate(certificate).fingerprint256

const canSign = makeOwnCertificate(folder) !== null

beforeAll(() => {
  writeFileSync(path('empty.pem'), 'no certificate')
  writeFileSync(path('broken.pem'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')
})
afterAll(() => {
  tls.setDefaultCACertificates(before)
  rmSync(folder, { recursive: true })
})

it.skipIf(!canSign)('trusts an authority of the file, and still the usual ones', async () => {
  const server = createServer(
    { key: readFileSync(path('own-key.pem')), cert: readFileSync(path('own.pem')) },
    (_, response) => {
      response.end('hello')
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  const ask = async (): Promise<string> => (await fetch(`https://localhost:${port}/`)).text()
  await expect(ask()).rejects.toThrow('fetch failed')
  expect(await trustCertificates(path('own.pem'))).toBeNull()
  expect(await ask()).toBe('hello')
  const after = new Set(tls.getCACertificates('default').map(printOf))
  expect(before.filter((certificate) => !after.has(printOf(certificate)))).toEqual([])
  server.closeAllConnections()
  server.close()
})

it.each([
  [undefined, null],
  ['', null],
  ['missing.pem', 'cannot be read'],
  ['empty.pem', 'contains no certificate'],
  ['broken.pem', 'a certificate that cannot be read'],
])('says what is wrong with the file: %s', async (name, words) => {
  const warning = await trustCertificates(name === undefined || name === '' ? name : path(name))
  expect(warning === null ? null : words !== null && warning.includes(words)).toBe(words === null ? null : true)
})
