import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)('models (skipped where no Chrome or Chromium is installed)', () => {
  const preview = previewForTests(executablePath)

  it.each([
    ['en', /^Model: .*Change/, [/since .*20 Nov 2026.*: Tools not sent, Temperature not sent, Another thinking level/]],
    ['de', /^Modell: .*Ändern/, [/seit .*20.*2026.* abgelehnt: Tools nicht gesendet, Temperatur nicht gesendet/]],
  ] as const)('the list says what the server of a model refuses: %s', async (language, button, notes) => {
    const page = await preview.ownPage()
    await page.evaluate((name) => window.localStorage.setItem('ikigai.language', name), language)
    await page.reload()
    await page.getByRole('button', { name: button }).first().click()
    const search = page.getByRole('searchbox').last()
    await search.fill('gpt-5-mini')
    await page.getByRole('note').filter({ hasText: notes[0] }).waitFor()
    await search.fill('gpt-4.1')
    await expect.poll(() => page.getByRole('note').filter({ hasText: notes[0] }).count()).toBe(0)
    await page.close()
  })
})
