import { chromium, type Browser, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { HOSTILE_TEXTS, ORDINARY_TEXT } from '../../support/hostile-texts.ts'
import { servePreview, type PreviewServer } from '../preview/serve-preview.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const executablePath = findBrowser()
/** UTF-16 units: as long as the text that once blocked the page for 7.8 seconds. */
const LENGTH = 120_000
/** How much longer than an ordinary text of one drawing turn a hostile one may keep the page busy without a break. */
const RATIO = 6
const SETTLE_MS = 600

describe.skipIf(executablePath === null)('hostile text (skipped where no Chrome or Chromium is installed)', () => {
  let server: PreviewServer
  let browser: Browser
  let page: Page
  let ordinary: number

  beforeAll(async () => {
    server = await servePreview(import.meta.dirname)
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox', '--disable-gpu'] })
    page = await browser.newPage()
    await page.goto(server.url)
    await longestTask(ORDINARY_TEXT(16_000))
    ordinary = Math.max(50, await longestTask(ORDINARY_TEXT(16_000)))
  })
  afterAll(async () => {
    await browser.close()
    await server.close()
  })

  const longestTask = (text: string) =>
    page.evaluate(([shown, settle]) => window.hostile.longestTask(shown, settle), [text, SETTLE_MS] as const)

  it.each(Object.entries(HOSTILE_TEXTS))('%s', async (_name, make) => {
    const longest = await longestTask(make(LENGTH))

    expect(longest).toBeLessThan(ordinary * RATIO)
  })

  it('ordinary text of the same length is drawn in turns, and formatted in the end', async () => {
    const longest = await longestTask(ORDINARY_TEXT(LENGTH))
    const text = () => page.evaluate(() => document.body.textContent)
    await expect.poll(text, { timeout: 30_000 }).not.toContain('**bold**')

    expect(longest).toBeLessThan(ordinary * RATIO)
  })

  it('a text that is not quick to parse is formatted by the worker', async () => {
    const list = '- an item with **bold** words\n'.repeat(400)
    await longestTask(list)
    const bold = () => page.evaluate(() => document.querySelectorAll('li strong').length)
    // The worker first gives up the texts of the tests before this one, after 2 s each.
    await expect.poll(bold, { timeout: 110_000 }).toBe(400)
  })
})
