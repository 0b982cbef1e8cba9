import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)('The caret of an idle window (skipped where no Chrome is installed)', () => {
  const preview = previewForTests(executablePath)

  const prompt = (page: Page) => page.getByRole('textbox', { name: /^Prompt to/ }).first()
  /** Whether the caret blinks, as the style of the prompt says. */
  const animation = (page: Page) =>
    prompt(page).evaluate((box) => getComputedStyle(box).getPropertyValue('caret-animation'))

  async function openWithClock(): Promise<Page> {
    const page = await preview.ownPage()
    await page.clock.install()
    // So that the window's timers begin with this clock.
    await page.reload()
    await prompt(page).waitFor()
    return page
  }

  it('blinks until ten seconds after the last key, and again with the next one', async () => {
    const page = await openWithClock()
    await prompt(page).focus()
    await page.clock.runFor(6_000)
    await page.keyboard.press('a')
    await page.clock.runFor(6_000)
    expect(await animation(page)).toBe('auto')
    await page.clock.runFor(5_000)
    expect(await animation(page)).toBe('manual')
    await page.keyboard.press('b')
    expect(await animation(page)).toBe('auto')
    await page.clock.runFor(11_000)
    expect(await animation(page)).toBe('manual')
    await page.close()
  })

  it('blinks again with a click and when the window gets the focus', async () => {
    const page = await openWithClock()
    await prompt(page).click()
    await page.clock.runFor(11_000)
    expect(await animation(page)).toBe('manual')
    await page.getByRole('log').first().click()
    expect(await animation(page)).toBe('auto')
    await page.clock.runFor(11_000)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    expect(await animation(page)).toBe('auto')
    await page.close()
  })
})
