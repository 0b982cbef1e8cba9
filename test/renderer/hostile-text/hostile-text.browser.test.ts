import { chromium, type Browser, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import { BROWSER_ARGUMENTS, findBrowser } from '../../support/find-browser.ts'
import { HOSTILE_TEXTS, ORDINARY_TEXT } from '../../support/hostile-texts.ts'
import { longestTask } from '../support/longest-task.ts'
import { servePreview, type PreviewServer } from '../preview/serve-preview.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const executablePath = findBrowser()
/** UTF-16 units of each text: enough that what grows with the square of it takes seconds. */
const LENGTH = 40_000
/** UTF-16 units that are drawn without a break. */
const ONE_TURN = 10_000
/** How much longer than ordinary text of one turn any text may keep the page busy without a break. */
const RATIO = 3
/** Below this nobody notices a pause. */
const LEAST_MS = 50
/** A text that is slow is slow each time; collected garbage and a busy machine are not. */
const ATTEMPTS = 3

describe.skipIf(executablePath === null)('hostile text (skipped where no Chrome or Chromium is installed)', () => {
  let server: PreviewServer
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    server = await servePreview(import.meta.dirname)
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: BROWSER_ARGUMENTS })
    page = await browser.newPage()
    await page.goto(server.url)
    // The first time, code is compiled as well.
    await draw(ORDINARY_TEXT(LENGTH))
  })
  afterAll(() => closeAll(browser, server))

  const draw = (text: string) => page.evaluate((shown) => window.hostile.draw(shown), text)
  const longest = (text: string) => longestTask(browser, page, () => draw(text))

  const ordinary = async () => Math.max(LEAST_MS, await longest(ORDINARY_TEXT(ONE_TURN)))

  /**
   * Draws the text until it is quick enough, and returns the shortest ratio of its longest task to ordinary text's,
   * which is measured right after it, because the processor is slower while others use it.
   */
  async function ratio(text: string): Promise<number> {
    let least = Infinity
    for (let attempt = 1; attempt <= ATTEMPTS && least >= RATIO; attempt += 1) {
      if (attempt > 1) await page.reload()
      if (attempt > 1) await draw(ORDINARY_TEXT(LENGTH))
      const own = await longest(text)
      least = Math.min(least, own / (own < LEAST_MS * RATIO ? LEAST_MS : await ordinary()))
    }
    return least
  }

  it.each(Object.entries(HOSTILE_TEXTS))('%s', async (_name, make) => {
    expect(await ratio(make(LENGTH))).toBeLessThan(RATIO)
  })

  it('a text that once blocked the page for 7.8 seconds', async () => {
    expect(await ratio('[a]('.repeat(30_000))).toBeLessThan(RATIO)
  })

  it('ordinary text of the same length is drawn in turns, and formatted in the end', async () => {
    expect(await ratio(ORDINARY_TEXT(LENGTH))).toBeLessThan(RATIO)
    expect(await page.evaluate(() => document.body.textContent)).not.toContain('**bold**')
  })

  it('a text that is not quick to parse is formatted by the worker', async () => {
    const list = '- an item with **bold** words\n'.repeat(400)
    await draw(list)
    expect(await page.evaluate(() => document.querySelectorAll('li strong').length)).toBe(400)
  })

  it('a carriage return ends a line, as a newline does', async () => {
    await draw('```\none\rtwo\r\nthree\n```')
    expect(await page.evaluate(() => document.querySelector('pre')?.textContent)).toContain('one\ntwo\nthree')
  })
})
