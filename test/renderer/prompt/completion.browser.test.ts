import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)(
  'completions of the prompt, in a browser (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    it('are those of the text that is left in the box when the prompt before it is acknowledged', async () => {
      const page = await preview.page()
      const prompt = page.getByRole('textbox', { name: 'Prompt to Tokens for the gateway' })
      await page.evaluate(() => window.preview.holdSubmits())
      await prompt.fill('Why?')
      await prompt.press('Enter')
      await page.getByRole('log').getByText('Why?', { exact: true }).first().waitFor()
      await prompt.pressSequentially(' @src/a')
      await page.getByRole('option', { name: /^src\/add\.ts/ }).waitFor()
      await page.evaluate(() => window.preview.releaseSubmits())
      await expect.poll(() => prompt.inputValue()).toBe(' @src/a')
      await prompt.press('Enter')
      await expect.poll(() => prompt.inputValue()).toBe(' @src/add.ts ')
      await page.close()
    })
  },
)
