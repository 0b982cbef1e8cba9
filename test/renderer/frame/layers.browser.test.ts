import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { ROOT, SIBLING } from '../preview/preview-world.ts'
import { previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

/** Opens a command by its name in the palette. */
async function run(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
}

describe.skipIf(executablePath === null)('Dialogs and toasts (skipped where no Chrome is installed)', () => {
  const preview = previewForTests(executablePath)

  it.each([
    ['palette', (page: Page) => page.keyboard.press('Control+k'), 480],
    ['settings', (page: Page) => page.keyboard.press('Control+,'), 720],
    ['inbox', (page: Page) => page.keyboard.press('Control+j'), 470],
    ['overview', (page: Page) => page.keyboard.press('Control+Shift+o'), 720],
    ['recorder', (page: Page) => run(page, 'flight'), 720],
    ['shortcuts', (page: Page) => run(page, 'keyboard shortcuts'), 720],
  ])('has one of three widths: %s', async (_name, open, width) => {
    const page = await preview.page()
    await open(page)
    const dialog = page.getByRole('dialog').last()
    await expect.poll(async () => Math.round((await dialog.boundingBox())?.width ?? 0)).toBe(width)
    await page.close()
  })

  it('closes by one Esc while the tooltip of its focused button is shown', async () => {
    const page = await preview.page()
    await run(page, 'flight')
    const dialog = page.getByRole('dialog', { name: 'Flight recorder' })
    const close = dialog.getByRole('button', { name: 'Close' })
    await close.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect.poll(() => close.getAttribute('data-popup-open')).not.toBeNull()
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    await page.close()
  })

  it('is no larger than what it says: the recorder without a recording', async () => {
    const page = await preview.page()
    await run(page, 'flight')
    const dialog = page.getByRole('dialog', { name: 'Flight recorder' })
    await dialog.waitFor()
    expect((await dialog.boundingBox())?.height ?? 0).toBeLessThan(260)
    await page.close()
  })

  it('is no larger than its cards, which say what each agent costs and is doing: the overview', async () => {
    const page = await preview.page()
    await page.evaluate((id) => window.show(id), SIBLING)
    await page.evaluate((id) => window.preview.change(id, { activity: { type: 'streaming' } }), SIBLING)
    await page.keyboard.press('Control+Shift+o')
    const dialog = page.getByRole('dialog', { name: 'Overview' })
    const cards = dialog.getByRole('list', { name: 'Open agents' }).getByRole('button')
    const card = cards.filter({ hasText: 'What goes in' })
    await card.getByText('$0.70').waitFor()
    await card.getByText(/^answering · Gemini/).waitFor()
    const below = async (part: typeof dialog) => {
      const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
      return y + height
    }
    expect((await below(dialog)) - (await below(cards.last()))).toBeLessThan(80)
    await page.close()
  })

  it('keeps layers apart and marks what is chosen in forced colours', async () => {
    const page = await preview.ownPage()
    await page.emulateMedia({ forcedColors: 'active' })
    const border = (layer: ReturnType<Page['locator']>) =>
      layer.evaluate((element) => getComputedStyle(element).borderTopWidth)
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog').last()
    expect(await border(palette)).toBe('1px')
    const chosen = palette.locator('[data-selected="true"]').first()
    expect(await chosen.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
    await page.keyboard.press('Escape')
    await page.getByRole('treeitem').first().click({ button: 'right' })
    expect(await border(page.getByRole('menu').first())).toBe('1px')
    await page.close()
  })

  it('keeps completions, the find bar and tooltips apart from what is under them in forced colours', async () => {
    const page = await preview.ownPage()
    await page.emulateMedia({ forcedColors: 'active' })
    const edge = (layer: ReturnType<Page['locator']>) =>
      layer.evaluate((element) => {
        const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(element)
        return [borderTopWidth, borderTopStyle, borderTopColor]
      })
    const seen = ['1px', 'solid', expect.stringMatching(/^rgb\(/)]
    await page.getByRole('textbox', { name: 'Prompt to Tokens for the gateway' }).fill('/')
    expect(await edge(page.getByRole('listbox', { name: 'Completions' }))).toEqual(seen)
    await page.keyboard.press('Control+f')
    expect(
      await edge(page.getByRole('search').filter({ has: page.getByRole('textbox', { name: /^Find in/ }) })),
    ).toEqual(seen)
    await page.getByRole('button', { name: 'Hide agent tree' }).hover()
    expect(await edge(page.getByText('Hide agent tree'))).toEqual(seen)
    await page.close()
  })

  it('closes the find bar, which would lie under it', async () => {
    const page = await preview.page()
    await page.evaluate((id) => window.show(id), ROOT)
    await page.keyboard.press('Control+f')
    // What lies under a dialog is hidden from roles.
    const find = page.getByRole('textbox', { name: /^Find in/, includeHidden: true })
    await find.waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').last().waitFor()
    expect(await find.count()).toBe(0)
    await page.close()
  })

  it('shows a toast over no prompt, until something is typed', async () => {
    const page = await preview.ownPage()
    await page.clock.install()
    await run(page, 'close all')
    const toast = page.getByRole('status').filter({ hasText: /^Closed/ })
    await toast.waitFor()
    // It does not end by itself from here on.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500))
    const { y = 0, height = 0 } = (await toast.boundingBox()) ?? {}
    expect(y + height).toBeLessThan(450)
    await page.evaluate((id) => window.show(id), ROOT)
    await page
      .getByRole('textbox', { name: /prompt/i })
      .first()
      .click()
    await page.keyboard.type('a')
    await expect.poll(() => toast.count()).toBe(0)
    await page.close()
  })
})
