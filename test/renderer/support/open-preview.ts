import AxeBuilder from '@axe-core/playwright'
import { chromium, type Page } from '@playwright/test'

import { servePreview } from '../preview/serve-preview.ts'
import { NO_BROWSER } from '../../support/find-browser.ts'
import type { PreviewEngine } from '../preview/preview-engine.ts'

declare global {
  interface Window {
    preview: PreviewEngine
  }
}

export const SIZES = { wide: { width: 1440, height: 900 }, small: { width: 900, height: 700 } } as const

export interface PageOptions {
  readonly colorScheme?: 'light' | 'dark'
  readonly size?: keyof typeof SIZES
}

/** The preview in a browser of its own. */
export interface OpenPreview {
  /** A page on a fresh engine, `query` naming its world. */
  page(query?: string, options?: PageOptions): Promise<Page>
  /** What any of the pages logged as an error. */
  readonly problems: readonly string[]
  close(): Promise<void>
}

export async function openPreview(executablePath: string | null): Promise<OpenPreview> {
  if (executablePath === null) throw new Error(NO_BROWSER)
  const server = await servePreview()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const problems: string[] = []
  return {
    problems,
    async page(query = '', { colorScheme = 'light', size = 'wide' } = {}) {
      const context = await browser.newContext({ viewport: SIZES[size], colorScheme, reducedMotion: 'reduce' })
      const page = await context.newPage()
      page.on('console', (message) => (message.type() === 'error' ? problems.push(message.text()) : undefined))
      page.on('pageerror', (error) => problems.push(error.message))
      await page.goto(`${server.url}${query}`)
      await page.getByRole('navigation', { name: 'Agents' }).waitFor()
      return page
    },
    async close() {
      await browser.close()
      await server.close()
    },
  }
}

/**
 * Chromium gives scrolled regions that hold nothing to focus a place in the tab order by itself; two agents that call the
 * same tool have two cards of one name; and an open menu stands at the end of the page, outside of all landmarks.
 */
const NOT_ASKED_FOR = ['scrollable-region-focusable', 'landmark-unique', 'region']

/** What axe finds on the page, as `rule: elements`; `except`: what it does not look at. */
export async function axeFindings(page: Page, except: string | null = null): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).disableRules(NOT_ASKED_FOR)
  const { violations } = await (except === null ? axe : axe.exclude(except)).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

/** What the window has asked the engine for, as `agents.submit {…}`. */
export function engineCalls(page: Page, name: string): Promise<readonly string[]> {
  return page.evaluate((prefix) => window.preview.calls.filter((call) => call.startsWith(prefix)), name)
}
