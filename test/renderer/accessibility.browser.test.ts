import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import type { AgentActivity } from '../../src/shared/agent-summary.ts'
import { findBrowser } from '../support/find-browser.ts'
import { TREE } from './preview/tree-world.ts'
import type { PreviewView } from './preview/preview-view.ts'
import { PREVIEW_VIEWS } from './preview/preview-views.ts'
import { ACCESSIBLE, checkAccessibility, previewForTests, type AxePart } from './support/open-preview.ts'
import { lostInSmallWindows } from './support/unreachable-controls.ts'

const executablePath = findBrowser()

/** What is said in an agent is long, and the same behind most views. */
const STREAM = '[role="log"]'
/** Views that show it themselves. */
const WITH_STREAM = new Set(['panes', 'asking', 'compare'])

const WIDE = { width: 1440, height: 900 }

const FAILURE = { category: 'AUTH', message: 'down', retryable: true } as const
const ACTIVITIES: readonly AgentActivity[] = [
  { type: 'idle' },
  { type: 'streaming' },
  { type: 'tools' },
  { type: 'needs_approval' },
  { type: 'retrying', at: 0, attempt: 1 },
  { type: 'failed', error: FAILURE },
]
const SHAPES: Readonly<Record<AgentActivity['type'], string>> = {
  idle: 'idle',
  streaming: 'running',
  tools: 'tools',
  needs_approval: 'needs_you',
  retrying: 'retrying',
  failed: 'failed',
}

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

    it.each(PREVIEW_VIEWS)(
      'has nothing for axe to find in $name, and loses nothing at a zoom of 400 %',
      async (view) => {
        const page = await pageFor(view)
        await view.open(page)
        if (view.part !== null) await page.locator(view.part).waitFor()
        expect(await page.evaluate(() => window.dialogType())).toBe(view.dialog ?? 'none')
        expect(await checkAccessibility(page, partOf(view))).toEqual(ACCESSIBLE)
        expect(await lostInSmallWindows(page, view.part ?? 'body')).toEqual([])
        await page.setViewportSize(WIDE)
        await leave(page, view)
      },
    )

    it('shows each state of an agent by a shape of its own, without colours', async () => {
      const page = await preview.ownPage('?world=tree')
      await page.emulateMedia({ forcedColors: 'active' })
      const shapes = new Set<string>()
      const add = async (row: string) => {
        const shape = page.locator(`[data-row="${row}"] [data-shape]`)
        shapes.add((await shape.screenshot({ animations: 'disabled' })).toString('base64'))
      }
      for (const activity of ACTIVITIES) {
        await page.evaluate(([id, change]) => window.preview.change(id, { activity: change }), [
          TREE.fork,
          activity,
        ] as const)
        await page.locator(`[data-row="${TREE.fork}"] [data-shape="${SHAPES[activity.type]}"]`).waitFor()
        await add(TREE.fork)
      }
      await add(TREE.unread)
      await page.evaluate((id) => window.preview.change(id, { status: 'killed' }), TREE.chosen)
      await page.locator(`[data-row="${TREE.chosen}"] [data-shape="denied"]`).waitFor()
      await add(TREE.chosen)
      expect(shapes.size).toBe(ACTIVITIES.length + 2)
      await page.close()
    })

    it('has logged no error in any of them', () => expect(preview.problems).toEqual([]))
  },
)
