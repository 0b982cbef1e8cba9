import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { findBrowser } from '../support/find-browser.ts'
import { PREVIEW_VIEWS } from './preview/preview-views.ts'
import { axeFindings, openPreview, type OpenPreview } from './support/open-preview.ts'

const SLOW_START_MS = 120_000
vi.setConfig({ testTimeout: 60_000 })
const executablePath = findBrowser()

/** Those that no other test looks at. */
const NAMES = ['asking', 'no-pane', 'offline', 'inbox', 'compare-choice', 'result', 'mark', 'system', 'budget-meter']
const views = NAMES.flatMap((name) => PREVIEW_VIEWS.filter((view) => view.name === name))

describe.skipIf(executablePath === null)(
  'every other view in a browser (skipped where no Chrome or Chromium is installed)',
  () => {
    let preview: OpenPreview
    beforeAll(async () => {
      preview = await openPreview(executablePath)
    }, SLOW_START_MS)
    afterAll(() => preview.close())

    it.each(views)('has nothing for axe to find in $name, light and dark', async ({ query, open }) => {
      const page = await preview.page(query, { size: 'small' })
      await open(page)
      const light = await axeFindings(page)
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      expect({ light, dark: await axeFindings(page) }).toEqual({ light: [], dark: [] })
      await page.context().close()
    })

    it('has logged no error in any of them', () => expect(preview.problems).toEqual([]))
  },
)
