import type { Page } from '@playwright/test'
import { beforeAll, describe, expect, it, vi } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { endedCalls } from '../preview/call-states.ts'
import { OTHER } from '../preview/preview-world.ts'
import { ACCESSIBLE, checkAccessibility, previewForTests } from '../support/open-preview.ts'

const SLOW_START_MS = 120_000
vi.setConfig({ testTimeout: 60_000 })
const executablePath = findBrowser()

const PROMPT = { agentId: OTHER, turnId: null, kind: 'user', content: 'Find out **why** and fix it.', data: null }
const TASKS =
  '- [x] Find it\n- [ ] Fix it\n\n| Name | What it is | Where it is | Why it is there |\n|---|---|---|---|\n| averylongname | averylongword | anotherlongword | onemorelongword |'
const LISTED = {
  agentId: OTHER,
  turnId: 'tasks',
  kind: 'assistant',
  content: TASKS,
  data: { model: 'claude-sonnet-5-5' },
}
const ERROR = {
  agentId: OTHER,
  turnId: null,
  kind: 'error',
  content: 'Overloaded',
  data: { category: 'OVERLOADED', retryable: true },
}

describe.skipIf(executablePath === null)(
  'the stem of a conversation (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)
    let page: Page
    beforeAll(async () => {
      page = await preview.page()
      await page.evaluate(`window.show('${OTHER}')`)
      for (const event of [PROMPT, ...endedCalls(OTHER), LISTED, ERROR]) {
        await page.evaluate(`window.preview.record(${JSON.stringify(event)})`)
      }
      await pane()
        .getByRole('group', { name: /^Error/ })
        .waitFor()
    }, SLOW_START_MS)

    const pane = () => page.getByRole('region', { name: 'Agent c0ffee' })
    const leftOf = (selector: string, pseudo?: string) =>
      pane()
        .locator(selector)
        .first()
        .evaluate((element, of) => {
          const box = element.getBoundingClientRect()
          const column = element.closest('[data-runs]')?.getBoundingClientRect().x ?? 0
          if (of === undefined) return { from: box.x - column, width: box.width }
          const style = getComputedStyle(element, of)
          const at = parseFloat(style.insetInlineStart) + parseFloat(style.marginInlineStart)
          return { from: box.x - column + at, width: parseFloat(style.width) }
        }, pseudo)

    it('names each message by who wrote it and by its first words', async () => {
      const article = (name: string) => pane().getByRole('article', { name, exact: true })
      await expect.poll(() => article('Your prompt: Find out why and fix it.').count()).toBe(1)
      await expect.poll(() => article('Answer of Sonnet 5.5: I will try all of it.').count()).toBe(1)
    })

    it.each([1440, 900, 400])('has its signs on one line, and the text beside it, at %i px', async (width) => {
      await page.setViewportSize({ width, height: 800 })
      const [at, text] = width > 400 ? [25, 50] : [17, 40]
      const middle = ({ from, width: wide }: { from: number; width: number }) => from + wide / 2
      expect(Math.abs(middle(await leftOf('[data-stem="prompt"]', '::before')) - at)).toBeLessThan(2)
      expect(Math.abs(middle(await leftOf('[role="img"]')) - at)).toBeLessThan(2)
      expect(Math.abs((await leftOf('[data-stem="prompt"] article')).from - text)).toBeLessThan(2)
      expect(await checkAccessibility(page, { only: '[role="log"]' })).toEqual(ACCESSIBLE)
    })

    it('shows neighbouring calls as one list of rows', async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      const boxes = await pane()
        .getByRole('group', { name: /^Tool bash/ })
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()))
      expect(boxes.length).toBeGreaterThan(5)
      for (const [index, box] of boxes.entries()) {
        const next = boxes[index + 1]
        expect(box.height).toBeLessThanOrEqual(34)
        expect(Math.abs((next?.top ?? box.bottom) - box.bottom)).toBeLessThan(2)
      }
    })

    it('says of each task of a list whether it is done', async () => {
      const tasks = pane().getByRole('checkbox')
      await expect.poll(() => tasks.count()).toBe(2)
      expect(await tasks.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))).toEqual([
        'Done',
        'Open',
      ])
    })

    it('says at the edge of a table that columns follow, until the last one is in view', async () => {
      await page.setViewportSize({ width: 400, height: 800 })
      const table = pane().getByRole('group', { name: /^Table, 4 columns/ })
      const more = () => table.evaluate((group) => group.parentElement?.dataset['more'])
      await expect.poll(more).toBe('true')
      await table.evaluate((group) => group.scrollTo(10_000, 0))
      await expect.poll(more).toBe('false')
      await page.setViewportSize({ width: 2600, height: 800 })
      await expect.poll(more).toBe('false')
    })

    it.each([1440, 900, 420])('puts the buttons of an error below its text, at the end, at %i px', async (width) => {
      await page.setViewportSize({ width, height: 800 })
      const card = pane().getByRole('group', { name: /^Error/ })
      const [around, title, button, last] = await Promise.all([
        card.boundingBox(),
        card.getByText('Overloaded', { exact: true }).boundingBox(),
        card.getByRole('button').first().boundingBox(),
        card.getByRole('button').last().boundingBox(),
      ])
      expect(button?.y).toBeGreaterThan((title?.y ?? 0) + (title?.height ?? 0))
      const end = (box: typeof last) => (box?.x ?? 0) + (box?.width ?? 0)
      expect(end(around) - end(last)).toBeLessThan(20)
    })
  },
)
