import { chromium, type Browser, type Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import { BROWSER_ARGUMENTS } from '../../support/find-browser.ts'
import { servePreview, type PreviewServer } from '../preview/serve-preview.ts'

/** A narrow page with nothing but answers, which all tests of a block share. */
export interface RichPage {
  readonly page: Page
  readonly url: string
  answer(text: string): Promise<void>
  stream(pieces: readonly string[]): ReturnType<Window['rich']['stream']>
  /** What the clipboard contains. */
  copied(): Promise<string>
  /** What the page has logged as an error during the test. */
  readonly problems: readonly string[]
}

/** Opens the page before the tests of a block, and closes it after them. Until then each use throws. */
export function richPageForTests(executablePath: string | null): RichPage {
  let opened: { readonly server: PreviewServer; readonly browser: Browser; readonly page: Page } | null = null
  const problems: string[] = []
  beforeAll(async () => {
    const server = await servePreview(import.meta.dirname)
    const browser = await chromium.launch({ executablePath: executablePath ?? '', args: BROWSER_ARGUMENTS })
    const context = await browser.newContext({ viewport: { width: 390, height: 900 } })
    const page = await context.newPage()
    opened = { server, browser, page }
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    page.on('console', (message) => (message.type() === 'error' ? problems.push(message.text()) : undefined))
    await page.goto(server.url)
  })
  beforeEach(() => void problems.splice(0))
  afterAll(() => (opened === null ? undefined : closeAll(opened.browser, opened.server)))
  const open = () => {
    if (opened === null) throw new Error('The page is open in tests only')
    return opened
  }
  return {
    get page() {
      return open().page
    },
    get url() {
      return open().server.url
    },
    answer: (text) => open().page.evaluate((shown) => window.rich.answer(shown), text),
    stream: (pieces) => open().page.evaluate((parts) => window.rich.stream(parts), pieces),
    copied: () => open().page.evaluate(() => navigator.clipboard.readText()),
    problems,
  }
}
