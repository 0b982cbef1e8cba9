import type { Locator, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { ROOT } from '../preview/preview-world.ts'
import { engineCalls, previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()
const PICTURES = 200
/** Pictures of 320 CSS pixels height that fit into a pane and the margins above and below, with one to spare each. */
const NEAR = 8

const pane = (page: Page): Locator => page.getByRole('region', { name: 'Agent Tokens for the gateway' })
const stream = (page: Page): Locator => pane(page).getByRole('log')
const shown = (page: Page): Locator => stream(page).getByRole('list', { name: 'Files' }).locator('img')
const places = (page: Page): Locator => stream(page).getByRole('button', { name: /^photo \d+\.jpg/ })

/** Records a prompt with a picture of 5 MB, as often as there are pictures. */
async function recordPictures(page: Page): Promise<void> {
  await page.evaluate(
    ([agentId, count]) => {
      for (let index = 0; index < count; index += 1) {
        const picture = {
          type: 'attachment',
          sha256: index.toString(16).padStart(64, '0'),
          name: `photo ${index}.jpg`,
          media_type: 'image/jpeg',
          kind: 'image',
          bytes: 5_000_000,
          width: 4_000,
          height: 3_000,
        } as const
        const data = { attachments: [picture] }
        window.preview.record({ agentId, turnId: null, kind: 'user', content: `Picture ${index}`, data })
      }
    },
    [ROOT, PICTURES] as const,
  )
}

/** Returns how many different pictures were read. */
const read = async (page: Page): Promise<number> => {
  const calls = await engineCalls(page, 'content.read')
  return new Set(calls).size
}

describe.skipIf(executablePath === null)(
  'an agent with many pictures, in a browser (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    it('reads and decodes only the pictures near the visible part, wherever the user scrolls', async () => {
      const page = await preview.page()
      await recordPictures(page)
      await places(page).last().waitFor()
      await expect.poll(() => shown(page).count()).toBeGreaterThan(0)
      const rendered = await places(page).count()
      expect(rendered).toBeGreaterThan(3 * NEAR)
      expect(await shown(page).count()).toBeLessThanOrEqual(NEAR)
      expect(await read(page)).toBeLessThanOrEqual(NEAR)

      // A jump over many pictures reads none of them.
      const before = await read(page)
      await places(page).nth(2).scrollIntoViewIfNeeded()
      await places(page).nth(2).locator('img').waitFor()
      expect(await read(page)).toBeLessThanOrEqual(before + NEAR)
      await expect.poll(() => shown(page).count()).toBeLessThanOrEqual(NEAR)

      // The way back needs no request.
      const known = await read(page)
      await stream(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
      await places(page).last().locator('img').waitFor()
      expect(await read(page)).toBe(known)
      await expect.poll(() => shown(page).count()).toBeLessThanOrEqual(NEAR)
      await page.close()
    })

    it('keeps the height of the stream while pictures come and go', async () => {
      const page = await preview.page()
      await recordPictures(page)
      await places(page).last().locator('img').waitFor()
      const height = () =>
        places(page)
          .first()
          .evaluate((element) => element.getBoundingClientRect().height)
      const far = await height()
      await places(page).first().scrollIntoViewIfNeeded()
      await places(page).first().locator('img').waitFor()
      expect(await height()).toBe(far)
      await page.close()
    })
  },
)
