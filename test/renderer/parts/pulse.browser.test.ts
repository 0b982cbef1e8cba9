import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { previewForTests } from '../support/open-preview.ts'
import { ROOT } from '../preview/preview-world.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)('The pulse of running agents (skipped where no Chrome is installed)', () => {
  const preview = previewForTests(executablePath)

  const setActivity = (page: Page, type: 'streaming' | 'idle') =>
    page.evaluate(([id, activity]) => window.preview.change(id, { activity: { type: activity } }), [
      ROOT,
      type,
    ] as const)

  const running = (page: Page) => page.locator('[data-state="streaming"]')

  /** The phase of the page, and the halos of all dots. */
  const pulse = (page: Page) =>
    page.evaluate(() => {
      const dots = [...document.querySelectorAll('[data-state="streaming"]')]
      const halos = dots.map((dot) => getComputedStyle(dot, '::after').backgroundColor)
      return { phase: document.documentElement.dataset['pulse'] ?? null, halos: [...new Set(halos)] }
    })

  it('changes all dots together, and ends with the last running agent', async () => {
    const page = await preview.ownPage()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await setActivity(page, 'streaming')
    await expect.poll(() => pulse(page)).toEqual({ phase: '2', halos: ['rgba(0, 0, 0, 0)'] })
    await expect.poll(() => pulse(page)).toEqual({ phase: '0', halos: [expect.stringContaining('0.22')] })
    await setActivity(page, 'idle')
    await expect.poll(() => running(page).count()).toBe(0)
    await expect.poll(() => pulse(page)).toEqual({ phase: null, halos: [] })
    await page.close()
  })

  it('changes nothing where less motion is wanted', async () => {
    const page = await preview.ownPage()
    await page.clock.install()
    await setActivity(page, 'streaming')
    await running(page).first().waitFor()
    await page.clock.runFor(2_000)
    expect((await pulse(page)).phase).toBe(null)
    await page.close()
  })
})
