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

    it('Settings, Skills lists, shows and switches skills, and says why one is not used', async () => {
      const page = await preview.page()
      await page.keyboard.press('Control+,')
      await page.getByRole('tab', { name: 'Skills' }).click()
      const rows = page.getByRole('list', { name: 'Skills' }).getByRole('listitem')
      await rows.first().waitFor()
      expect(await rows.nth(2).innerText()).toMatch(/^tools \(plugin\)\n.* · unknown keys\n/)
      expect(await rows.nth(3).innerText()).toContain('Not used: SKILL.md has no description')
      expect(await rows.nth(3).getByRole('checkbox').count()).toBe(0)
      await page.getByRole('button', { name: 'Show letters' }).click()
      await rows.nth(1).getByText('The text of /home/me/.agents/skills/letters').waitFor()
      const use = page.getByRole('checkbox', { name: 'Use release-notes' })
      expect(await use.isChecked()).toBe(true)
      await use.click()
      await expect.poll(() => use.isChecked()).toBe(false)
      const path = '/work/.agents/skills/release-notes/SKILL.md'
      expect(await engineCalls(page, 'skills.set')).toEqual([`skills.set ${JSON.stringify({ path, isOn: false })}`])
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
