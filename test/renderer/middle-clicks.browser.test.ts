import type { Locator, Page } from '@playwright/test'
import { beforeAll, describe, expect, it, vi } from 'vitest'

import { findBrowser } from '../support/find-browser.ts'
import { previewForTests } from './support/open-preview.ts'

const SLOW_START_MS = 120_000
vi.setConfig({ testTimeout: 60_000 })
const executablePath = findBrowser()
/** Only there a middle click pastes. */
const isLinux = process.platform === 'linux'

const PARENT = 'Tokens for the gateway'
const prompt = (page: Page): Locator => page.getByRole('textbox', { name: `Prompt to ${PARENT}` })
const rows = (page: Page): Locator => page.getByRole('navigation', { name: 'Agents' }).getByRole('treeitem')

/** Where a middle click must paste nothing, whatever has the focus. */
const PLACES: Readonly<Record<string, (page: Page) => Locator>> = {
  'the row of an agent that is open': (page) => rows(page).filter({ hasText: PARENT }).first(),
  'the row of another agent': (page) => rows(page).filter({ hasNotText: PARENT }).first(),
  'the last row': (page) => rows(page).last(),
  'the tree': (page) => page.getByRole('navigation', { name: 'Agents' }),
  'the header of a pane': (page) =>
    page
      .getByRole('region', { name: `Agent ${PARENT}` })
      .locator('header')
      .first(),
  'a button of a pane': (page) =>
    page
      .getByRole('region', { name: `Agent ${PARENT}` })
      .getByRole('button')
      .first(),
  'a button of the prompt': (page) => page.getByRole('button', { name: 'Attach files' }).first(),
  'an answer': (page) => page.getByRole('article', { name: 'Answer' }).first(),
  'the foot of the tree': (page) => page.getByRole('region', { name: 'Status' }),
}

describe.skipIf(executablePath === null)('a middle click (skipped where no Chrome or Chromium is installed)', () => {
  const preview = previewForTests(executablePath)
  let page: Page
  beforeAll(async () => {
    page = await preview.page()
  }, SLOW_START_MS)

  /** Selects words as a user does, which on Linux is what a middle click pastes. */
  async function selectSomething(): Promise<void> {
    const words = page.getByRole('article', { name: 'Your prompt' }).first().locator('p').first()
    await words.click({ clickCount: 3, position: { x: 8, y: 8 } })
    expect(await page.evaluate(() => getSelection()?.toString().trim().length ?? 0)).toBeGreaterThan(3)
  }

  const texts = (): Promise<string> =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input')]
        .map(({ value }) => value)
        .join('|'),
    )

  it.skipIf(!isLinux)('pastes what was selected into the text field that it points at', async () => {
    await selectSomething()
    await prompt(page).click({ button: 'middle' })
    await expect.poll(() => prompt(page).inputValue()).not.toBe('')
    await prompt(page).fill('')
  })

  it.each(Object.entries(PLACES))('on %s pastes nothing, wherever the focus was', async (_, placeOf) => {
    for (const hasFocus of [false, true]) {
      await selectSomething()
      if (hasFocus) await prompt(page).focus()
      const before = await texts()
      await placeOf(page).click({ button: 'middle', position: { x: 12, y: 8 } })
      // What the click does is done when the next one arrives.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
      expect(await texts()).toMatch(new RegExp(`^[|]*$|^${before.replaceAll('|', '[|]')}[|]*$`))
    }
  })

  it('opens an agent beside, as before', async () => {
    const other = rows(page).filter({ hasNotText: PARENT }).nth(1)
    const panes = page.getByRole('region', { name: /^Agent / })
    const count = await panes.count()
    await other.click({ button: 'middle' })
    await expect.poll(() => panes.count()).toBeGreaterThanOrEqual(count)
  })
})
