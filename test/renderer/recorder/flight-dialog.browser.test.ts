import { readFile } from 'node:fs/promises'

import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { engineCalls, previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)(
  'the flight recorder in a browser (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    it('is off, then shows the last minute as a chart and a table, and saves it', async () => {
      const page = await preview.page()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('flight recorder')
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Flight recorder' })
      await dialog.getByText('Nothing is recorded.').waitFor()
      expect(await dialog.getByRole('button', { name: 'Save recording…' }).isDisabled()).toBe(true)

      await dialog.getByRole('checkbox', { name: 'Record performance' }).check()
      await dialog.getByRole('img', { name: /^Commits: 36 entries, longest/ }).waitFor()
      expect(await engineCalls(page, 'recorder.set')).toEqual(['recorder.set {"isOn":true}'])
      const rows = dialog.getByRole('table').locator('tbody').getByRole('row')
      expect(await rows.count()).toBe(100)

      await dialog.getByRole('slider', { name: 'Moment' }).focus()
      await page.keyboard.press('ArrowLeft')
      await dialog.getByRole('heading', { name: 'What ran 1 second ago' }).waitFor()
      expect(await rows.count()).toBeLessThan(20)
      await dialog.getByRole('button', { name: 'Whole minute' }).click()
      await dialog.getByRole('heading', { name: 'The longest of the minute' }).waitFor()

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: 'Save recording…' }).click(),
      ])
      const saved: unknown = JSON.parse(await readFile(await download.path(), 'utf8'))
      expect(download.suggestedFilename()).toMatch(/^ikigai-recording-.*\.json$/)
      expect(saved).toMatchObject({ format: 'ikigai-recording', version: 1 })
      await page.close()
    })
  },
)
