import { once } from 'node:events'
import { createServer, type Server } from 'node:http'

import { afterEach, expect, it } from 'vitest'

import { newestVersion } from '../../../src/main/adapters/network/newest-version.ts'

let server: Server | null = null
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = null
})

/** Serves one answer, and returns the address with what was asked. `status` 0: it never answers. */
async function registry(status: number, body: string) {
  const asked: unknown[] = []
  server = createServer(({ url, headers }, response) => {
    asked.push({ url, cookie: headers.cookie, authorization: headers.authorization })
    if (status > 0) response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`, asked }
}

it('asks for the package by its name, and sends nothing else', async () => {
  const { url, asked } = await registry(200, '{"name":"ikigai","version":"1.10.0"}')
  expect(await newestVersion(url)).toEqual({ ok: true, value: '1.10.0' })
  expect(await newestVersion(`${url}/npm/`)).toMatchObject({ ok: true })
  expect(asked).toEqual([
    { url: '/ikigai/latest', cookie: undefined, authorization: undefined },
    { url: '/npm/ikigai/latest', cookie: undefined, authorization: undefined },
  ])
})

it.each([
  [404, '{}', 'has no package ikigai yet'],
  [500, '{}', 'status 500'],
  [200, '<html>', 'the connection failed'],
  [200, '{"version":"1.0.0; rm -rf ~"}', 'did not answer with a version'],
  [200, '{"version":7}', 'did not answer with a version'],
])('says what is wrong with an answer: %i %s', async (status, body, problem) => {
  const { url } = await registry(status, body)
  expect(await newestVersion(url)).toMatchObject({ ok: false, error: { message: expect.stringContaining(problem) } })
})

it('gives up a registry that does not answer', async () => {
  const { url } = await registry(0, '')
  const answer = await newestVersion(url, 'stable', 50)
  expect(answer).toMatchObject({ error: { message: expect.stringContaining('did not answer in time') } })
})
