import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { engineCalls, previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()
const FIRST = 'Tokens for the gateway'

const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

/** The names of the panes, from left to right. */
const panes = (page: Page) =>
  page
    .getByRole('region', { name: /^Agent / })
    .evaluateAll((all) => all.map((each) => (each.getAttribute('aria-label') ?? '').replace(/^Agent /, '')))

describe.skipIf(executablePath === null)('going by keys (skipped where no Chrome or Chromium is installed)', () => {
  const preview = previewForTests(executablePath)

  it('switches to the agent before, and with the key again to the one before that', async () => {
    const page = await preview.ownPage()
    await expect.poll(async () => (await panes(page)).length).toBeGreaterThan(1)
    const names = await panes(page)
    const [first = '', second = ''] = names
    for (const name of [first, second]) await page.getByRole('textbox', { name: `Prompt to ${name}` }).focus()
    const list = page.getByRole('dialog', { name: 'Switch agent' })
    await page.keyboard.press('Control+p')
    await list.getByRole('option', { name: new RegExp(first), selected: true }).waitFor()
    expect(await list.getByRole('option', { name: new RegExp(`${second}$`) }).count()).toBe(0)
    await page.keyboard.press('Enter')
    await expect.poll(() => focusedName(page)).toBe(`Prompt to ${first}`)
    await page.keyboard.press('Control+p')
    await list.getByRole('option', { selected: true }).waitFor()
    await page.keyboard.press('Control+p')
    await expect.poll(() => list.getByRole('option').nth(1).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Control+Enter')
    await expect.poll(async () => (await panes(page)).length).toBe(names.length + 1)
    await page.close()
  })

  it('goes to a prompt of the agent, from which J and K go on', async () => {
    const page = await preview.page()
    await page.getByRole('textbox', { name: `Prompt to ${FIRST}` }).focus()
    await page.keyboard.press('Control+o')
    const list = page.getByRole('dialog', { name: `Prompts of “${FIRST}”` })
    await expect.poll(() => list.getByRole('option').count()).toBeGreaterThan(1)
    await page.keyboard.press('ArrowDown')
    const chosen = await list
      .getByRole('option', { selected: true })
      .locator('> :first-child, :scope')
      .first()
      .innerText()
    await page.keyboard.press('Enter')
    await list.waitFor({ state: 'detached' })
    const focused = () => page.evaluate(() => document.activeElement?.closest('article')?.textContent ?? '')
    await expect.poll(focused).toContain(chosen.split('\n')[0]?.slice(0, 20))
    const before = await focused()
    await page.keyboard.press('j')
    await expect.poll(focused).not.toBe(before)
    await page.close()
  })

  it('saves a layout, and opens it by its key after everything was changed', async () => {
    const page = await preview.ownPage()
    const before = await panes(page)
    const map = page.getByRole('navigation', { name: 'Views' }).locator('[aria-current="page"]', { hasText: 'Map' })
    await page.keyboard.press('Control+Shift+K')
    const dialog = page.getByRole('dialog', { name: 'Layouts' })
    await page.keyboard.type('review')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Open review' }).waitFor()
    expect((await engineCalls(page, 'settings.replace')).join('\n')).toContain('savedLayouts')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await page.keyboard.press('Control+Shift+G')
    await map.waitFor()
    await page.keyboard.press('Control+Shift+K')
    await dialog.getByRole('textbox', { name: 'Name of the layout' }).fill('over time')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Open over time' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Shift+G')
    for (let open = before.length; open > 0; open -= 1) {
      await page.getByRole('button', { name: 'Close pane' }).first().click()
    }
    await expect.poll(() => panes(page)).toEqual([])

    await page.keyboard.press('Control+Shift+1')
    await expect.poll(() => panes(page)).toEqual(before)
    await page.keyboard.press('Control+Shift+2')
    await map.waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('open layout 1')
    await page.getByRole('option', { name: /^Open layout 1: review/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => panes(page)).toEqual(before)

    await page.keyboard.press('Control+Shift+K')
    await dialog.getByRole('button', { name: 'Remove review' }).click()
    await expect.poll(() => dialog.getByRole('button', { name: /^Open / }).count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.close()
  })
})
