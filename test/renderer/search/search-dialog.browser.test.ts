import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { LONG } from '../preview/preview-world.ts'
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

    // The events have ids from 1,000,000 on: a question, then its answer.
    const queries: Readonly<Record<string, { event: number; found: string; matches: RegExp }>> = {
      '"Question 45678, please"': { event: 1_091_356, found: 'Question 45678, please', matches: /^1 of 1$/ },
      '"answer 30001': { event: 1_060_003, found: 'answer 30001', matches: /^1 of 1$/ },
      'Question 45678, please': { event: 1_091_356, found: 'Question 45678, please', matches: /^1 of 1$/ },
    }
    for (const [query, { event, found, matches }] of Object.entries(queries)) {
      it(`goes to the event that ${query} finds, with what is looked for in the find bar`, async () => {
        const page = await preview.page('?world=far')
        await page.keyboard.press('Control+Shift+F')
        await page.keyboard.type(query)
        await page.getByRole('dialog', { name: 'Search everything' }).getByRole('option').first().waitFor()
        await page.keyboard.press('Enter')
        const bar = page.getByRole('search', { name: /^Find in / })
        await expect.poll(() => bar.getByRole('status').textContent()).toMatch(matches)
        expect(await bar.getByRole('textbox').inputValue()).toBe(found)
        const message = page.locator(`[data-agent-stream="${LONG}"] [data-event="${event}"] > *`).first()
        const frame = page.locator(`[data-agent-stream="${LONG}"] [role="log"]`)
        const isInView = async () => {
          const [inner, outer] = [await message.boundingBox(), await frame.boundingBox()]
          return inner !== null && outer !== null && inner.y >= outer.y && inner.y < outer.y + outer.height
        }
        await expect.poll(isInView).toBe(true)
        await page.keyboard.press('Escape')
        await page.close()
      })
    }

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
