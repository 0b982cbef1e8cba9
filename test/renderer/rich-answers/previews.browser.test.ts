import { once } from 'node:events'
import { createServer } from 'node:http'

import { chromium, type Browser, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import { BROWSER_ARGUMENTS, findBrowser } from '../../support/find-browser.ts'
import { servePreview, type PreviewServer } from '../preview/serve-preview.ts'
import { fence } from './fence.ts'

vi.setConfig({ testTimeout: 100_000, hookTimeout: 120_000 })
const executablePath = findBrowser()

describe.skipIf(executablePath === null)('previews (skipped where no Chrome or Chromium is installed)', () => {
  const asked: string[] = []
  const trap = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('access-control-allow-origin', '*').end()
  })
  let address = ''
  let server: PreviewServer
  let browser: Browser
  let own: Page
  beforeAll(async () => {
    server = await servePreview(import.meta.dirname)
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: BROWSER_ARGUMENTS })
    trap.listen(0, '127.0.0.1')
    await once(trap, 'listening')
    const bound = trap.address()
    address = bound === null || typeof bound === 'string' ? '' : `http://127.0.0.1:${bound.port}`
  })
  afterAll(() => closeAll(browser, server, trap))

  // The frames of a page share a process, which may survive a hang if it had other frames before.
  beforeEach(async () => {
    own = await browser.newPage()
    await own.goto(server.url)
  })
  afterEach(() => own.close())

  const preview = async (html: string) => {
    await own.evaluate((shown) => window.rich.answer(shown), fence('html', html))
    await own.getByRole('button', { name: 'Preview' }).click()
    return own.frameLocator('iframe[title="Preview of html"]')
  }

  it('renders and runs, but reaches neither the network nor the window', async () => {
    const tried = [
      `fetch('${address}/fetch')`,
      `new Image().src = '${address}/image'`,
      `navigator.sendBeacon('${address}/beacon')`,
      `new WebSocket('${address.replace('http', 'ws')}/socket')`,
      `new Worker(URL.createObjectURL(new Blob(['fetch("${address}/worker")'])))`,
      `window.open('${address}/open')`,
      `top.location = '${address}/top'`,
      `parent.document.title = 'trapped'`,
      `localStorage.setItem('a', 'b')`,
      `new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:3478' }] })`,
      `document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: '<script>parent.framed = 1</' + 'script>' }))`,
      `document.body.append(Object.assign(document.createElement('form'), { action: '${address}/form' })); document.forms[0].submit()`,
    ].map((code) => `try { ${code}; say('done') } catch (error) { say(error.name) }`)
    const frame = await preview(
      `<p id="a">rendered</p><img src="${address}/static"><link rel="stylesheet" href="${address}/style"><iframe src="${address}/frame"></iframe>` +
        `<script>const say = (text) => document.getElementById('a').append(' ' + text)\n${tried.join('\n')}\nsay('END')</script>`,
    )
    await frame.getByText('END').waitFor()
    expect(await frame.getByText('END').textContent()).toContain('SecurityError')
    expect(await frame.getByText('END').textContent()).toContain('ReferenceError')
    expect(await frame.locator('iframe').count()).toBe(0)
    expect(asked).toEqual([])
    expect(await own.title()).toBe('Rich answers')
    expect(own.url()).toBe(server.url)
  })

  it('cannot leave for another page', async () => {
    const moved = own.waitForEvent(
      'framenavigated',
      (frame) => frame.parentFrame() !== null && !frame.url().endsWith('/sandbox'),
    )
    await preview(`<p>here</p><script>location = '${address}/leave?secret'</script>`)
    expect((await moved).url()).not.toContain('leave')
    expect(asked).toEqual([])
  })

  it('is ended when it hangs, and can be started again, and a diagram is drawn after it', async () => {
    await preview('<p>busy</p><script>for (;;) {}</script>')
    await own.getByRole('alert').filter({ hasText: 'The preview stopped responding' }).waitFor({ timeout: 20_000 })
    expect(await own.locator('iframe').count()).toBe(0)
    await own.getByRole('button', { name: 'Reload' }).click()
    await own.locator('iframe').waitFor({ state: 'attached' })
    await own.getByRole('button', { name: 'Code', exact: true }).click()
    expect(await own.locator('iframe').count()).toBe(0)
    await own.evaluate((shown) => window.rich.answer(shown), fence('mermaid', 'graph TD\nA --> B'))
    await own.getByRole('img', { name: 'Diagram' }).waitFor({ timeout: 30_000 })
  })

  it('is started again when the browser does not start its frame', async () => {
    let starts = 0
    // The first request is never answered.
    await own.route('**/sandbox', (route) => ((starts += 1) === 1 ? undefined : route.continue()))
    const frame = await preview('<p>started</p>')
    await frame.getByText('started').waitFor({ timeout: 40_000 })
    expect(starts).toBe(2)
  })
})
