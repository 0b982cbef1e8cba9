import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { previewForTests } from '../support/open-preview.ts'
import { ROOT } from '../preview/preview-world.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)('The pulse of a running turn (skipped where no Chrome is installed)', () => {
  const preview = previewForTests(executablePath)

  const startTurn = (page: Page) =>
    page.evaluate((id) => {
      window.preview.change(id, { activity: { type: 'streaming' } })
      window.preview.live(id, { type: 'turn_started', turnId: 't', model: 'm', startedAt: Date.now() })
    }, ROOT)

  const running = (page: Page) => page.locator('[data-state="streaming"]')

  const phase = (page: Page) => page.evaluate(() => document.documentElement.dataset['pulse'] ?? null)

  it('goes on while a turn is shown, and ends with the last one', async () => {
    const page = await preview.ownPage()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await startTurn(page)
    await expect.poll(() => phase(page)).toBe('2')
    await expect.poll(() => phase(page)).toBe('0')
    await page.evaluate(() => window.openWorld(''))
    await expect.poll(() => running(page).count()).toBe(0)
    await expect.poll(() => phase(page)).toBe(null)
    await page.close()
  })

  it('changes nothing where less motion is wanted', async () => {
    const page = await preview.ownPage()
    await page.clock.install()
    await startTurn(page)
    await running(page).first().waitFor()
    await page.clock.runFor(2_000)
    expect(await phase(page)).toBe(null)
    await page.close()
  })

  it('does not begin with a sign in a row alone: what repeats is where one reads', async () => {
    const page = await preview.ownPage()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.clock.install()
    await page.evaluate((id) => window.preview.change(id, { activity: { type: 'tools' } }), ROOT)
    await page.locator('[data-state="tools"]').first().waitFor()
    await page.clock.runFor(2_000)
    expect(await phase(page)).toBe(null)
    await page.close()
  })
})
