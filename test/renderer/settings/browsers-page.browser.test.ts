import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { engineCalls, openPreview, type OpenPreview } from '../support/open-preview.ts'

const SLOW_START_MS = 120_000
const executablePath = findBrowser()

describe.skipIf(executablePath === null)(
  'Settings, Browsers (skipped where no Chrome or Chromium is installed)',
  () => {
    let preview: OpenPreview
    beforeAll(async () => {
      preview = await openPreview(executablePath)
    }, SLOW_START_MS)
    afterAll(() => preview.close())

    async function openSessions() {
      const page = await preview.page()
      await page.keyboard.press('Control+,')
      await page.getByRole('tab', { name: 'Browsers' }).click()
      const rows = page.getByRole('list', { name: 'Browser sessions' }).getByRole('listitem')
      await rows.first().waitFor()
      return { page, rows }
    }

    it('lists the browsers with their times, and marks this one', async () => {
      const { page, rows } = await openSessions()
      const texts = (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
      expect(texts).toEqual([
        expect.stringMatching(/^Chrome on Linux \(this window\) Last used .*20.* · created .*20.* · 0123456789ab/),
        expect.stringMatching(/^Firefox on Linux Last used .* · ba9876543210/),
      ])
      await page.close()
    })

    it('ends one of them', async () => {
      const { page, rows } = await openSessions()
      await page.getByRole('button', { name: 'End session ba9876543210' }).click()
      await expect.poll(() => rows.count()).toBe(1)
      expect(await page.getByRole('button', { name: 'End all others' }).isDisabled()).toBe(true)
      expect(await engineCalls(page, 'sessions.end')).toEqual(['sessions.end {"id":"ba9876543210"}'])
      await page.close()
    })

    it('ends all others', async () => {
      const { page, rows } = await openSessions()
      await page.getByRole('button', { name: 'End all others' }).click()
      await expect.poll(() => rows.count()).toBe(1)
      expect(await engineCalls(page, 'sessions.end')).toEqual(['sessions.end {"id":null}'])
      await page.close()
    })
  },
)
