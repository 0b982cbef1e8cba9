import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../support/find-browser.ts'
import { PREVIEW_VIEWS, type PreviewView } from './preview/preview-views.ts'
import { ACCESSIBLE, checkAccessibility, previewForTests, type AxePart } from './support/open-preview.ts'

const executablePath = findBrowser()

/** What is said in an agent is long, and the same behind most views. */
const STREAM = '[role="log"]'
/** Views that show it themselves. */
const WITH_STREAM = new Set(['panes', 'asking', 'compare'])

const STATES = ['idle', 'streaming', 'tools', 'needs_approval', 'retrying', 'failed', 'unread', 'killed'] as const

/** What a view adds to another one is checked alone: around it, the page is the same. */
function partOf({ name, part }: PreviewView): AxePart {
  if (part !== null) return { only: part }
  return WITH_STREAM.has(name) ? {} : { except: STREAM }
}

describe.skipIf(executablePath === null)(
  'every view in a browser (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)
    /** The page that the next dialog or menu opens on, by its world; a failed test leaves none. */
    const pages = new Map<string, Page>()

    async function pageFor({ query, isDialog }: PreviewView): Promise<Page> {
      const page = isDialog ? pages.get(query) : undefined
      pages.delete(query)
      return page ?? preview.page(query)
    }

    async function leave(page: Page, { query, isDialog, part }: PreviewView): Promise<void> {
      if (!isDialog || part === null) return page.close()
      // A dialog that was opened from another one leads back to it.
      for (let open = await page.$(part); open !== null; open = await page.$(part)) {
        await page.keyboard.press('Escape')
        await open.waitForElementState('hidden')
      }
      pages.set(query, page)
    }

    it.each(PREVIEW_VIEWS)('has nothing for axe to find in $name, and fits at a zoom of 200 %', async (view) => {
      const page = await pageFor(view)
      await view.open(page)
      if (view.part !== null) await page.locator(view.part).waitFor()
      expect(await checkAccessibility(page, partOf(view))).toEqual(ACCESSIBLE)
      await leave(page, view)
    })

    it('shows each state of an agent by a shape of its own, without colours', async () => {
      const page = await preview.ownPage()
      await page.emulateMedia({ forcedColors: 'active' })
      const dot = page.getByRole('treeitem').first().locator('[data-state]')
      const box = await dot.boundingBox()
      if (box === null) throw new Error('No state is shown')
      const clip = { x: box.x - 4, y: box.y - 4, width: box.width + 8, height: box.height + 8 }
      const shapes = new Set<string>()
      for (const state of STATES) {
        await dot.evaluate((element, name) => element.setAttribute('data-state', name), state)
        shapes.add((await page.screenshot({ clip, animations: 'disabled' })).toString('base64'))
      }
      expect(shapes.size).toBe(STATES.length)
      await page.close()
    })

    it('has logged no error in any of them', () => expect(preview.problems).toEqual([]))
  },
)
