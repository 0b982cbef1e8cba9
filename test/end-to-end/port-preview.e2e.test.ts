import { once } from 'node:events'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, type FrameLocator, type Page, test } from '@playwright/test'

import { DEV_SERVER } from '../support/dev-server.ts'
import { newAgent, pane, promptTo, serveWindow, type ServedWindow } from '../support/served-window.ts'

/** What a page of a preview tries, and what a page elsewhere tries with a preview. */
const HOSTILE = (port: number, script: string): string =>
  `node -e 'require("http").createServer((q, r) => { r.setHeader("content-type", "text/html"); r.setHeader("access-control-allow-origin", "*"); r.end("<!doctype html><title>x</title><p id=said>served</p><script>" + Buffer.from("${Buffer.from(script).toString('base64')}", "base64") + "</script>") }).listen(${port}, "127.0.0.1")'`

let served: ServedWindow
let folder: string
let other: Server
let asked: string[]
test.describe.configure({ mode: 'default' })
test.beforeAll(async ({ browser }) => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-ports-')))
  served = await serveWindow(browser, {}, { workspace: folder, sandbox: 'workspace' })
  asked = []
  other = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title><p>Elsewhere')
  }).listen(0, '127.0.0.1')
  await once(other, 'listening')
})
test.afterAll(async () => {
  other.closeAllConnections()
  other.close()
  await served.close()
  await rm(folder, { recursive: true, force: true })
})

const elsewhere = (): string => {
  const bound = other.address()
  return `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`
}

/** Lets a new agent start a command in the background; resolves with the agent's name when its port is shown. */
async function begin(page: Page, command: string, port: number): Promise<string> {
  const name = await newAgent(page)
  await start(page, name, command, port)
  return name
}

async function start(page: Page, name: string, command: string, port: number): Promise<void> {
  const args = { command, background: true }
  const blocks = [{ type: 'tool_call', name: 'bash', arguments: args }] as const
  served.simulator.enqueue('anthropic', { type: 'script', blocks })
  await promptTo(page, name).fill('Start the server')
  await promptTo(page, name).press('Enter')
  const allow = page.getByRole('button', { name: /^Allow once/ })
  const open = pane(page, name).getByRole('button', { name: `Open ${port}` })
  await expect(async () => {
    // It asks where there is no sandbox.
    for (let count = await allow.count(); count > 0; count -= 1) await allow.first().click({ timeout: 1_000 })
    await expect(open).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 60_000 })
}

function shown(page: Page, name: string, port: number): FrameLocator {
  return pane(page, name).frameLocator(`iframe[title="Port ${port}"]`)
}

async function originOf(page: Page, port: number): Promise<string> {
  const frame = page.frames().find((each) => each.url().includes('.localhost'))
  expect(frame, `a frame for ${port}`).toBeDefined()
  return new URL(frame?.url() ?? '').origin
}

test('a development server works in the pane and in a tab, and is closed with its command', async () => {
  const page = await served.open()
  const name = await begin(page, DEV_SERVER, 5173)
  await pane(page, name).getByRole('button', { name: 'Open 5173' }).click()
  const frame = shown(page, name, 5173)
  await expect(frame.getByRole('heading', { name: 'Development' })).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(frame.locator('#state')).toContainText('module')
  await expect(frame.locator('#state')).toContainText('echo hello')
  await expect(frame.locator('#state')).toContainText('event1')
  const origin = await originOf(page, 5173)
  await frame.getByRole('link', { name: 'Old' }).click()
  await expect(frame.getByRole('heading', { name: 'New page' })).toBeVisible()
  await pane(page, name).getByRole('button', { name: 'Load from the start' }).click()
  await expect(frame.locator('#state')).toContainText('echo hello')

  const opening = page.context().waitForEvent('page')
  await pane(page, name).getByRole('button', { name: 'Open in browser' }).click()
  const tab = await opening
  await expect(tab.locator('#state')).toContainText('echo hello')
  expect(new URL(tab.url()).href).toBe(`${origin}/`)
  expect(await tab.evaluate(() => [globalThis.opener === null, document.referrer])).toEqual([true, ''])
  // A reload needs no new address, and another browser gets nothing by this one.
  await tab.reload()
  await expect(tab.getByRole('heading', { name: 'Development' })).toBeVisible()
  const stranger = await served.context.browser()?.newContext()
  const outside = await stranger?.newPage()
  expect((await outside?.goto(`${origin}/`))?.status()).toBe(403)
  await stranger?.close()

  await pane(page, name).getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(pane(page, name).locator('iframe')).toHaveCount(0)
  await expect(tab.goto(`${origin}/`)).rejects.toThrow('ERR_CONNECTION_REFUSED')
  await tab.close()
  await page.close()
})

test('a page of a preview reaches neither the window, nor another preview, nor any host', async () => {
  const page = await served.open()
  const first = await begin(page, HOSTILE(8100, ''), 8100)
  await pane(page, first).getByRole('button', { name: 'Open 8100' }).click()
  await expect(shown(page, first, 8100).locator('#said')).toHaveText('served')
  const victim = await originOf(page, 8100)
  const window = new URL(served.app.url).origin
  const script = `
    const said = [];
    const tries = async (name, act) => { try { said.push([name, await act()].join(": ")) } catch (e) { said.push(name + ": no") } };
    const loads = (url) => new Promise((done, no) => { const i = new Image(); i.onload = () => done("loaded"); i.onerror = no; i.src = url });
    (async () => {
      await tries("parent", () => parent.document.title);
      await tries("storage", () => parent.localStorage.length);
      await tries("top", () => { top.location.href = "${elsewhere()}/top"; return "went" });
      await tries("popup", () => String(open("${elsewhere()}/popup").closed));
      for (const url of ["${window}/", "${victim}/", "${elsewhere()}/"]) {
        await tries("fetch", async () => (await fetch(url, { credentials: "include" })).status);
        await tries("blind", async () => (await fetch(url, { mode: "no-cors", credentials: "include" })).type);
        await tries("image", () => loads(url + "image"));
        await tries("socket", () => new Promise((done, no) => { const s = new WebSocket(url.replace("http", "ws") + "engine"); s.onopen = () => done("open"); s.onerror = no }));
        await tries("beacon", () => new Promise((done, no) => { addEventListener("securitypolicyviolation", no, { once: true }); navigator.sendBeacon(url + "beacon"); setTimeout(() => done("sent"), 1500) }));
      }
      document.title = "over"; document.querySelector("#said").textContent = said.join("\\n") })()`
  const second = await begin(page, HOSTILE(8101, script), 8101)
  const [before] = [asked.length]
  const address = page.url()
  await pane(page, second).getByRole('button', { name: 'Open 8101' }).click()
  const said = shown(page, second, 8101).locator('#said')
  await expect(said).toContainText('beacon', { timeout: 30_000 })
  const lines = ((await said.textContent()) ?? '').split('\n')
  expect(lines.filter((line) => !line.endsWith(': no') && !/^popup: |^top: went/.test(line))).toEqual([])
  expect([asked.slice(before), page.url()]).toEqual([[], address])
  await page.close()
})

test('a page elsewhere reaches no preview: by requests, frames, sockets, links, or a used address', async () => {
  const page = await served.open()
  const name = await begin(page, DEV_SERVER, 5173)
  const used: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/ikigai-preview/')) used.push(request.url())
  })
  await pane(page, name).getByRole('button', { name: 'Open 5173' }).click()
  await expect(shown(page, name, 5173).locator('#state')).toContainText('echo hello')
  const origin = await originOf(page, 5173)
  const opening = page.context().waitForEvent('page')
  await pane(page, name).getByRole('button', { name: 'Open in browser' }).click()
  const tab = await opening
  await expect(tab.locator('#state')).toContainText('echo hello')

  // The same browser has the cookies of the pane and of the tab.
  const stranger = await served.context.newPage()
  await stranger.goto(elsewhere())
  const tried = await stranger.evaluate(async (preview) => {
    const tries = async (act: () => Promise<unknown>): Promise<unknown> => act().catch(() => 'no')
    return [
      await tries(async () => (await fetch(`${preview}/headers`, { credentials: 'include' })).status),
      await tries(async () => {
        const image = new Image()
        image.src = `${preview}/style.css`
        return image.decode()
      }),
      await tries(
        () =>
          new Promise((resolve, reject) => {
            const socket = new WebSocket(`${preview.replace('http', 'ws')}/hmr`, 'vite-hmr')
            socket.addEventListener('open', () => resolve('open'))
            socket.addEventListener('error', reject)
          }),
      ),
    ]
  }, origin)
  expect(tried).toEqual(['no', 'no', 'no'])
  await stranger.setContent(`<iframe src="${origin}/"></iframe><a href="${origin}/">link</a>`)
  await expect(stranger.frameLocator('iframe').locator('#state')).toHaveCount(0)
  const followed = stranger.waitForResponse(`${origin}/`)
  await stranger.getByRole('link', { name: 'link' }).click()
  expect((await followed).status()).toBe(403)
  expect(used).toHaveLength(1)
  expect((await stranger.goto(used[0] ?? ''))?.status()).toBe(403)
  await stranger.close()
  await tab.close()
  await page.close()
})
