import { hash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { fetchBytes, fetchFile } from '../../../src/main/adapters/network/fetch-update.ts'
import { limitConnections } from '../../../src/main/adapters/only-hosts.ts'
import { startUpdateServer, type UpdateAnswer, type UpdateServer } from '../../support/update-server.ts'

const CONTENT = Buffer.from('the whole update '.repeat(5_000))
const EXPECTED = { size: CONTENT.length, sha512: hash('sha512', CONTENT, 'base64') }
const { signal } = new AbortController()

let server: UpdateServer
let folder: string
beforeAll(async () => {
  server = await startUpdateServer()
  folder = await mkdtemp(join(tmpdir(), 'ikigai-update-'))
})
beforeEach(() => server.files.clear())
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const bytesAt = (name: string, most = 100) => fetchBytes(new URL(name, server.address), { most, signal })
const fileAt = (name: string) =>
  fetchFile(new URL(name, server.address), EXPECTED, { path: join(folder, 'update'), signal })

it('reads a list, and says when there is none', async () => {
  server.files.set('list', 'some bytes')
  expect(await bytesAt('list')).toEqual({ ok: true, value: Buffer.from('some bytes') })
  expect(await bytesAt('none')).toEqual({ ok: true, value: null })
})

it('ends the connection to a list that is too long, whatever length was announced', async () => {
  const closed = Promise.withResolvers<void>()
  server.files.set('list', (response) => {
    response.once('close', closed.resolve)
    const more = (): void => void (response.destroyed || response.write('x'.repeat(1_000), () => setImmediate(more)))
    more()
  })
  expect(await bytesAt('list')).toEqual({ ok: false, error: 'oversized_feed' })
  await closed.promise
})

const redirect =
  (to: string) =>
  (response: Parameters<Exclude<UpdateAnswer, string | Buffer>>[0]): void =>
    void response.writeHead(302, { location: to }).end()

it('follows a redirect on this machine, and none to another address without encryption', async () => {
  server.files.set('list', 'some bytes')
  server.files.set('moved', redirect('/list'))
  server.files.set('http', redirect('http://updates.example/list'))
  server.files.set('file', redirect('file:///etc/passwd'))
  server.files.set('password', redirect(`${server.address.replace('//', '//user:word@')}list`))
  server.files.set('circle', redirect('/circle'))
  expect(await bytesAt('moved')).toMatchObject({ ok: true })
  for (const name of ['http', 'file', 'password']) {
    expect(await bytesAt(name)).toEqual({ ok: false, error: 'insecure_address' })
  }
  expect(await bytesAt('circle')).toEqual({ ok: false, error: 'unreachable' })
  for (const first of ['http://updates.example/', 'http://127.0.0.1:word@updates.example/', 'http://a@127.0.0.2/']) {
    expect(await fetchBytes(new URL(first), { most: 1, signal })).toMatchObject({ error: 'insecure_address' })
  }
})

it('reaches no server that only_hosts does not name', async () => {
  limitConnections([])
  try {
    expect(await fetchBytes(new URL('https://updates.example/list'), { most: 1, signal })).toEqual({
      ok: false,
      error: 'host_not_named',
    })
  } finally {
    limitConnections(null)
  }
})

it('stores the file that was signed', async () => {
  server.files.set('app', CONTENT)
  expect(await fileAt('app')).toEqual({ ok: true, value: null })
  expect(await readFile(join(folder, 'update'))).toEqual(CONTENT)
  expect(await readdir(folder)).toEqual(['update'])
})

const announced = (response: Parameters<Exclude<UpdateAnswer, string | Buffer>>[0]): void => {
  response.writeHead(200, { 'content-length': CONTENT.length })
  response.write(CONTENT.subarray(0, 1_000), () => response.destroy())
}

const WRONG: readonly (readonly [string, string, UpdateAnswer | null])[] = [
  ['shorter', 'incomplete_file', CONTENT.subarray(1)],
  ['cut off', 'incomplete_file', announced],
  ['longer', 'changed_file', Buffer.concat([CONTENT, Buffer.from('x')])],
  ['of the same size and another content', 'changed_file', Buffer.from(CONTENT).fill('y', 0, 1)],
  ['endless', 'changed_file', (response) => void response.write(Buffer.concat([CONTENT, CONTENT]))],
  ['an error page', 'unreachable', (response) => void response.writeHead(500).end('no')],
  ['missing', 'unreachable', null],
]

it.each(WRONG)('leaves nothing of a file that is %s', async (_name, error, answer) => {
  server.files.set('app', CONTENT)
  await fileAt('app')
  if (answer === null) server.files.delete('app')
  else server.files.set('app', answer)
  expect(await fileAt('app')).toEqual({ ok: false, error })
  expect(await readdir(folder)).toEqual([])
})

it('says that nothing can be stored, and stops when it is told to', async () => {
  server.files.set('app', CONTENT)
  const path = join(folder, 'no', 'folder', 'update')
  expect(await fetchFile(new URL('app', server.address), EXPECTED, { path, signal })).toMatchObject({
    error: 'not_stored',
  })
  expect(await fetchBytes(new URL('app', server.address), { most: 1, signal: AbortSignal.abort() })).toMatchObject({
    error: 'unreachable',
  })
})
