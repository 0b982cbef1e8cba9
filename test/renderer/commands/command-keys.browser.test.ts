import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)(
  'the keys of commands (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    it('are others in a browser tab, in tooltips as well', async () => {
      const page = await preview.page('?keys=tab')
      const panes = page.getByRole('region', { name: /^Agent / })
      await page.getByRole('navigation').getByRole('button', { name: 'New agent' }).hover()
      await page.getByText('Alt+N', { exact: true }).waitFor()
      await page.keyboard.press('Alt+n')
      await expect.poll(() => panes.count()).toBe(3)
      await page.keyboard.press('Control+n')
      await page.keyboard.press('Alt+w')
      await expect.poll(() => panes.count()).toBe(2)
      await page.close()
    })

    it('leave Option and the arrows to the text on macOS', async () => {
      const page = await preview.ownPage()
      await page.addInitScript(() => Object.defineProperty(navigator, 'userAgent', { value: 'Macintosh' }))
      await page.reload()
      const prompt = page.getByRole('textbox', { name: 'Prompt to d4e5f6' })
      await prompt.focus()
      await page.keyboard.press('Alt+ArrowUp')
      await page.keyboard.press('Alt+ArrowLeft')
      expect(await prompt.evaluate((element) => element === document.activeElement)).toBe(true)
      await page.keyboard.press('Meta+Alt+ArrowUp')
      const parent = page.getByRole('textbox', { name: 'Prompt to Tokens for the gateway' })
      await expect.poll(() => parent.evaluate((element) => element === document.activeElement)).toBe(true)
      await page.close()
    })

    it('are not needed for a command that was used lately: it is first in the palette', async () => {
      const page = await preview.page()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('theme: dark')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: /^Theme: Dark/, selected: true }).waitFor()
      expect(await page.getByRole('option', { name: /^Theme: Dark/ }).count()).toBe(1)
      await page.close()
    })

    it('find “Close pane” first for “close”, and no agent whose name lacks it', async () => {
      const page = await preview.page()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('close')
      await page.getByRole('option', { name: /^Close pane/, selected: true }).waitFor()
      await page.keyboard.press('Control+a')
      await page.keyboard.type('@a1')
      await page.getByText('No results').waitFor()
      expect(await page.getByRole('option').count()).toBe(0)
      await page.close()
    })

    it('search all messages for words that nothing else matches', async () => {
      const page = await preview.page()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('zzz')
      await page.getByRole('option', { name: 'Search all messages for “zzz”', selected: true }).waitFor()
      await page.keyboard.press('Enter')
      const search = page.getByRole('combobox')
      await search.and(page.locator(':focus')).waitFor()
      expect(await search.inputValue()).toBe('zzz')
      await page.close()
    })
  },
)
