import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { CUT_OFF } from '../preview/rerun-world.ts'
import { engineCalls, previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

const column = (page: Page, label: string) => page.getByRole('region', { name: new RegExp(`^${label}: `) })

describe.skipIf(executablePath === null)(
  'reruns in a browser (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    /** Compares the original, the rerun with a call that differs, and the one that was cut off. */
    async function compared(): Promise<Page> {
      const page = await preview.page('?world=rerun')
      for (const name of [/Token life/, /Differs/, /Cut off/]) {
        await page.getByRole('treeitem', { name }).click({ modifiers: ['ControlOrMeta'] })
      }
      await page.getByRole('button', { name: 'Compare 3 agents' }).click()
      await column(page, 'C').waitFor()
      return page
    }

    async function fromPalette(page: Page, words: string): Promise<void> {
      await page.keyboard.press('Control+k')
      await page.keyboard.type(words)
      await page.keyboard.press('Enter')
    }

    const MARKS = { A: 'first divergence of B · another call', B: 'first divergence from A · another call' } as const

    const view = (page: Page) => page.getByRole('region', { name: 'Comparison of 3 agents' })

    const isInView = (page: Page, label: keyof typeof MARKS) =>
      view(page)
        .getByRole('log')
        .evaluate((log, text) => {
          const marks = [...log.querySelectorAll('*')].filter((each) => each.textContent?.trim() === text)
          const [mark, area] = [marks.at(-1)?.getBoundingClientRect(), log.getBoundingClientRect()]
          return mark !== undefined && mark.top >= area.top && mark.bottom <= area.bottom
        }, MARKS[label])

    it('mark where the runs part in both columns, and a button scrolls both there', async () => {
      const page = await compared()
      await column(page, 'B').getByText('Rerun of A · 1 call differs').waitFor()
      await column(page, 'C').getByText('Rerun of A', { exact: true }).waitFor()
      for (const label of ['A', 'B'] as const) expect(await view(page).getByText(MARKS[label]).count()).toBe(1)
      expect(
        await column(page, 'C')
          .getByText(/first divergence/)
          .count(),
      ).toBe(0)
      expect([await isInView(page, 'A'), await isInView(page, 'B')]).toEqual([false, false])
      await page.getByRole('button', { name: 'Go to first divergence' }).click()
      for (const label of ['A', 'B'] as const) await expect.poll(() => isInView(page, label)).toBe(true)
      await page.close()
    })

    it('lead there by command too, from the other tabs of the comparison', async () => {
      const page = await compared()
      await view(page).getByRole('log').hover()
      await page.mouse.wheel(0, -10)
      await page.getByRole('tab', { name: 'Differences' }).click()
      await fromPalette(page, 'first divergence')
      for (const label of ['A', 'B'] as const) await expect.poll(() => isInView(page, label)).toBe(true)
      expect(await page.getByRole('tab', { name: 'Answers' }).getAttribute('aria-selected')).toBe('true')
      await page.close()
    })

    it('resume one that was cut off, and no longer offer it then', async () => {
      const page = await compared()
      const bar = column(page, 'C').getByRole('region', { name: 'Rerun' })
      await bar.getByText('This rerun has not ended.').waitFor()
      expect(await column(page, 'B').getByRole('region', { name: 'Rerun' }).count()).toBe(0)
      await bar.getByRole('button', { name: 'Resume rerun' }).click()
      await bar.waitFor({ state: 'detached' })
      expect(await engineCalls(page, 'reruns.resume')).toEqual([
        `reruns.resume ${JSON.stringify({ rerunId: CUT_OFF })}`,
      ])
      await page.close()
    })

    it('have logged no error and broken no rule of the content policy in all of this', () => {
      expect(preview.problems).toEqual([])
    })
  },
)
