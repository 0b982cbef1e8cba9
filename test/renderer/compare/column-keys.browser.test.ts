import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)(
  'keys in the columns of a comparison (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    /** The column with the focus, or a message outside of the columns, which is for all of them. */
    const focused = (page: Page) =>
      page.evaluate(() => {
        const column = document.activeElement?.closest('[data-column]')
        return column?.getAttribute('aria-label') ?? (document.activeElement?.matches('article') ? 'prompt' : null)
      })

    it('go through the messages of the focused column', async () => {
      const page = await preview.page('?world=compare')
      const rows = page.getByRole('treeitem', { name: /aaaa00|bbbb00|cccc00/ })
      for (const row of await rows.all()) await row.click({ modifiers: ['ControlOrMeta'] })
      await page.getByRole('button', { name: 'Compare 3 agents' }).click()
      await page.getByRole('region', { name: /^B: / }).waitFor()
      await page.keyboard.press('Control+2')
      await expect.poll(() => focused(page)).toMatch(/^B: /)
      const after = async (key: string) => {
        await page.keyboard.press(key)
        return focused(page)
      }
      const answer = expect.stringMatching(/^B: /)
      expect([await after('j'), await after('k'), await after('j')]).toEqual([answer, 'prompt', answer])
      expect(await page.evaluate(() => document.activeElement?.matches('article'))).toBe(true)
      await page.close()
    })
  },
)
