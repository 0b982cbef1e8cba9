import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'

import { expect, test } from '@playwright/test'
import { WebSocket } from 'ws'

import { writeRedirectFile } from '../../src/main/adapters/browser/open-window.ts'
import { ask, newAgent, windowForTests } from '../support/served-window.ts'

/** A server of somebody else on another port of this machine, which the user visits. */
let other: Server
let asked: IncomingMessage[]
const served = windowForTests()

test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  asked = []
  other = createServer((request, response) => {
    asked.push(request)
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Other</title><p>A page of another port')
  }).listen(0)
  await once(other, 'listening')
})
test.afterAll(async () => {
  other.closeAllConnections()
  await new Promise((resolve) => other.close(resolve))
})

const portOf = (server: Server): number => {
  const bound = server.address()
  return typeof bound === 'object' && bound !== null ? bound.port : 0
}

for (const name of ['127.0.0.1', 'localhost']) {
  test(`a page of another port of ${name} gets nothing of the session`, async () => {
    const page = await served.open()
    await ask(page, await newAgent(page), 'Hello')
    const engine = new URL(served.app.url).host
    const session = await page.evaluate(() => localStorage.getItem('ikigai.session') ?? '')
    expect(session).not.toBe('')

    await test.step('by a link', async () => {
      await page.evaluate(
        (address) => {
          const link = document.createElement('a')
          link.href = address
          document.body.append(link)
          link.click()
        },
        `http://${name}:${portOf(other)}/visited`,
      )
      await page.getByText('A page of another port').waitFor()
      const sent = asked.map(({ url, headers, rawHeaders }) => [url, headers.cookie, rawHeaders.join(' ')])
      expect(sent.filter(([url]) => url === '/visited').length).toBeGreaterThan(0)
      expect(JSON.stringify(sent)).not.toContain(session)
      expect(sent.every(([, cookie]) => cookie === undefined)).toBe(true)
    })

    await test.step('by its own script', async () => {
      const got = await page.evaluate(async (host) => {
        const opens = (protocols: string[]) =>
          new Promise<boolean>((resolve) => {
            const socket = new WebSocket(`ws://${host}/engine`, protocols)
            socket.addEventListener('open', () => resolve(true))
            socket.addEventListener('close', () => resolve(false))
          })
        const reads = (path: string, options: RequestInit = {}) =>
          fetch(`http://${host}${path}`, { credentials: 'include', ...options }).then(
            () => true,
            () => false,
          )
        return {
          stored: [localStorage.length, sessionStorage.length, document.cookie.length],
          opened: [await opens([]), await opens(['ikigai'])],
          read: [await reads('/session'), await reads('/session', { method: 'POST' }), await reads('/')],
        }
      }, engine)
      expect(got).toEqual({ stored: [0, 0, 0], opened: [false, false], read: [false, false, false] })
    })

    await test.step('by its server, with all that the browser sent it', async () => {
      const last = asked.findLast(({ url }) => url === '/visited')
      const headers = { ...last?.headers, host: engine, origin: `http://${engine}` }
      const { connection: _hop, ...replayed } = headers
      const status = await new Promise((resolve) => {
        const socket = new WebSocket(`ws://${engine}/engine`, ['ikigai'], { headers: replayed })
        socket.on('unexpected-response', (_request, response) => resolve(response.statusCode))
        socket.on('open', () => resolve('open'))
        socket.on('error', resolve)
      })
      expect(status).toBe(401)
    })
    await page.close()
  })
}

test('a reload, another tab and a bookmark open the window; another browser is told how to get in', async ({
  browser,
}) => {
  const page = await served.open()
  const name = await newAgent(page)
  await page.reload()
  await page.getByRole('region', { name: `Agent ${name}` }).waitFor()
  expect(new URL(page.url()).hash).toBe('')
  const tab = await served.context.newPage()
  await tab.goto(new URL('/', served.app.url).href)
  await tab.getByRole('region', { name: `Agent ${name}` }).waitFor()

  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(served.app.url)
  await stranger.getByText('This browser needs a new address').waitFor()
  await stranger.goto(await served.app.freshAddress())
  await stranger.getByRole('region', { name: `Agent ${name}` }).waitFor()
  const opened = await (await browser.newContext()).newPage()
  await opened.goto(writeRedirectFile(await served.app.freshAddress()).href)
  await opened.getByRole('region', { name: `Agent ${name}` }).waitFor()
  await opened.context().close()
  await stranger.context().close()
})
