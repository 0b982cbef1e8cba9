import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)(
  'the search over all agents in a browser (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    it('offers older events when two letters are not among the newest, and finds them there', async () => {
      const page = await preview.page('?world=far')
      await page.keyboard.press('Control+Shift+F')
      const dialog = page.getByRole('dialog', { name: 'Search everything' })
      const older = dialog.getByRole('option', { name: 'Search older events' })
      await page.keyboard.type('jw')
      await older.waitFor()
      expect(await dialog.getByRole('status').textContent()).toBe('No results among the newest events')
      expect(await dialog.getByRole('option').count()).toBe(1)

      await page.keyboard.press('Enter')
      await dialog.getByRole('option', { name: /JWT/ }).first().waitFor()
      expect(await dialog.getByRole('status').textContent()).toMatch(/^\d+ matches, newest first$/)
      expect(await older.count()).toBe(0)
      await page.keyboard.press('Escape')
      await page.close()
    })

    it('says that there are no results only when all events were searched', async () => {
      const page = await preview.page('?world=far')
      await page.keyboard.press('Control+Shift+F')
      const dialog = page.getByRole('dialog', { name: 'Search everything' })
      await page.keyboard.type('#~')
      await dialog.getByRole('option', { name: 'Search older events' }).click()
      await dialog.getByRole('status').getByText('No results', { exact: true }).waitFor()
      expect(await dialog.getByRole('option').count()).toBe(0)
      await page.keyboard.press('Escape')
      await page.close()
    })
  },
)
