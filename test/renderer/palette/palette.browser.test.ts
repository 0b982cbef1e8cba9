import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { engineCalls, previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)('the palette (skipped where no Chrome or Chromium is installed)', () => {
  const preview = previewForTests(executablePath)

  it('finds commands by other words than those of their titles', async () => {
    const page = await preview.page()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    for (const [typed, title] of [
      ['language', 'Settings: Appearance'],
      ['text size', 'Settings: Appearance'],
      ['undo', 'Show changes'],
      ['backup', 'Settings: Database'],
      ['worktree', 'Working folder…'],
      ['diff', 'Show changes'],
      ['clear', 'Clear context'],
      ['compress', 'Compress context'],
    ] as const) {
      await palette.getByRole('combobox').fill(typed)
      await expect.poll(() => palette.getByRole('option', { name: title }).count()).toBe(1)
    }
    await palette.getByRole('combobox').fill('search all')
    await expect.poll(() => palette.getByRole('option').first().innerText()).toContain('Search everything…')
    await palette.getByRole('combobox').fill('>')
    await palette.getByText('Commands for agents', { exact: true }).waitFor()
    // A command without keys has no empty frame for them.
    const shown = palette.locator('kbd').filter({ visible: true })
    expect(await shown.evaluateAll((all) => all.filter(({ textContent }) => textContent === '').length)).toBe(0)
    expect(await shown.count()).toBeGreaterThan(0)
    await page.close()
  })

  it.each([
    ['Clear context', '/clear'],
    ['Compress context', '/compress'],
  ])('runs %s on the agent of the pane', async (title, text) => {
    const page = await preview.page()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(title)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await engineCalls(page, 'agents.submit')).join('\n')).toContain(`"text":"${text}"`)
    await page.close()
  })

  it('replaces the text of a search that was begun in it', async () => {
    const page = await preview.page()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('#gateway')
    await page.getByRole('option', { name: 'Search all messages for “gateway”' }).click()
    const search = page.getByRole('dialog', { name: 'Search everything' }).getByRole('combobox')
    await expect.poll(() => search.inputValue()).toBe('gateway')
    await page.keyboard.type('token')
    expect(await search.inputValue()).toBe('token')
    await page.close()
  })
})
