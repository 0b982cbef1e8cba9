import { createServer } from 'node:http'

import { expect, it } from 'vitest'

import { findRunning, PROOF_PATH } from '../../src/main/hosts/web/find-running.ts'
import { prepareWebHost } from '../support/web-host-run.ts'
import { openWebSession } from '../support/web-session.ts'

const run = prepareWebHost()

it('another start with the same data finds the one that runs', async () => {
  const { port, options } = run()
  const { address, secretDirectory } = options()

  const found = await findRunning({ address, port: port(), secretDirectory })

  expect(found).toMatch(new RegExp(`^http://127.0.0.1:${port()}/#token=`))
  expect((await openWebSession(found ?? '')).session).not.toBe('')
})

it('one with other data is told nothing', async () => {
  const { base, port } = run()

  expect(await findRunning({ address: '127.0.0.1', port: port(), secretDirectory: `${base}/other` })).toBeNull()
})

it('nobody at the port, or somebody else, is not ikigai', async () => {
  const { secretDirectory } = run().options()
  const asked: string[] = []
  const other = createServer((request, response) => {
    asked.push(`${request.url?.split('?')[0] ?? ''} ${request.headers.cookie ?? 'without a cookie'}`)
    response.end('hello')
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const bound = other.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  const place = { address: '127.0.0.1', port, secretDirectory }
  const strange = await findRunning(place)
  await new Promise((resolve) => other.close(resolve))

  expect([strange, await findRunning(place)]).toEqual([null, null])
  expect(asked).toEqual(['/running without a cookie'])
})

it('a proof opens no window, and only a challenge gets one', async () => {
  const { ask, origin } = run()
  const challenge = `${Date.now()}.${'a'.repeat(32)}`.replace('.', '-')
  const proof = await ask(`${PROOF_PATH}?challenge=${challenge}`)
  const forged = { origin: origin(), authorization: `Bearer ${challenge.replace('-', '.')}.${proof.body}` }
  const short = await ask(`${PROOF_PATH}?challenge=x`)

  expect([proof.status, (await ask('/session', forged, 'POST')).status, short.status]).toEqual([200, 401, 400])
  expect(short.body).toBe('')
})
