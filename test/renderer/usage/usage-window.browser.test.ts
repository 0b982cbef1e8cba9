import { readFile } from 'node:fs/promises'

import type { Locator, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import { findBrowser } from '../../support/find-browser.ts'
import { ROOT } from '../preview/preview-world.ts'
import { engineCalls, previewForTests, type OpenPreview } from '../support/open-preview.ts'

const reportSchema = z.object({
  rows: z.array(z.object({ label: z.string() })),
  totals: z.object({ cost: z.object({ usd: z.number() }) }),
})
const executablePath = findBrowser()

const usagePage = (page: Page) => page.getByRole('region', { name: 'Usage', exact: true })
const table = (page: Page, by: string) => usagePage(page).getByRole('table', { name: `Usage by ${by}` })
const todayCost = (page: Page) => page.getByRole('region', { name: 'Status' }).getByRole('button', { name: / today$/ })
const bars = (page: Page) => usagePage(page).getByRole('group', { name: 'Cost over time' }).getByRole('button')
const cellsOf = (row: Locator) => row.getByRole('cell').allInnerTexts()
const totalOf = (shown: Locator) => cellsOf(shown.getByRole('row', { name: /^Total/ }))
const rowNames = (shown: Locator) => shown.locator('tbody').getByRole('rowheader').allInnerTexts()

async function opened(preview: OpenPreview, query = ''): Promise<Page> {
  const page = await preview.page(query)
  await todayCost(page).click()
  await usagePage(page).waitFor()
  return page
}

async function groupBy(page: Page, name: string): Promise<Locator> {
  await usagePage(page).getByRole('radio', { name }).check({ force: true })
  const shown = table(page, name.toLowerCase())
  await shown.waitFor()
  return shown
}

async function exported(page: Page, name: string): Promise<{ readonly name: string; readonly text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    usagePage(page).getByRole('button', { name }).click(),
  ])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

describe.skipIf(executablePath === null)(
  'the usage page in a browser (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    it('is opened by the palette and by the sum at the foot of the tree, beside the panes and with the focus', async () => {
      const page = await preview.page()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('usage')
      await page.keyboard.press('Enter')
      await expect.poll(() => usagePage(page).evaluate((element) => element === document.activeElement)).toBe(true)
      // The second pane does not fit beside it.
      expect(await page.getByRole('region', { name: /^Agent / }).count()).toBe(1)
      await page.getByRole('button', { name: 'Close usage' }).click()
      await usagePage(page).waitFor({ state: 'detached' })
      const prompt = page.getByRole('textbox', { name: /^Prompt to Tokens/ })
      expect(await prompt.evaluate((element) => element === document.activeElement)).toBe(true)
      await todayCost(page).click()
      await expect.poll(() => usagePage(page).evaluate((element) => element === document.activeElement)).toBe(true)
      await page.close()
    })

    it('shows which model wins, with its interval', async () => {
      const page = await opened(preview)
      await usagePage(page).getByText('Which model wins').click()
      const shown = usagePage(page).getByRole('table', { name: 'Standing: Work' })
      await shown.waitFor()
      expect(await cellsOf(shown.getByRole('row').nth(1))).toEqual([
        'Haiku 4.5 · low',
        '9 of 12',
        '75 %',
        '47–91 %',
        '$0.04',
        '8.4 s',
      ])
      await page.close()
    })

    it('has the same sums at the foot of the tree, in each grouping and in the exported rows', async () => {
      const page = await opened(preview)
      await usagePage(page).getByRole('combobox', { name: 'Period' }).selectOption('Today')
      const totals: (readonly string[])[] = []
      for (const by of ['Model', 'Agent', 'Purpose', 'Pool', 'Folder', 'Day']) {
        const shown = await groupBy(page, by)
        await expect.poll(() => shown.getByRole('row', { name: /2026|Total/ }).count()).toBeGreaterThan(0)
        totals.push(await totalOf(shown))
      }
      expect(new Set(totals.map(String)).size).toBe(1)
      expect(await todayCost(page).innerText()).toBe(`${totals[0]?.at(-1)} today`)
      const shown = await groupBy(page, 'Agent')
      const csv = await exported(page, 'Export CSV')
      const rows = csv.text.trim().split('\r\n').slice(1)
      expect(csv.name).toMatch(/^ikigai-usage-by-agent-\d{4}-\d{2}-\d{2}\.csv$/)
      expect(rows.map((row) => row.split(',')[1])).toEqual(await rowNames(shown))
      const report = reportSchema.parse(JSON.parse((await exported(page, 'Export JSON')).text))
      expect(report.rows.map(({ label }) => label)).toEqual(await rowNames(shown))
      const sum = rows.reduce((all, row) => all + Number(row.split(',')[10]), 0)
      expect(sum).toBeCloseTo(report.totals.cost.usd, 9)
      await page.close()
    })

    it('says free for local models and — where no price is known', async () => {
      const page = await opened(preview)
      const shown = await groupBy(page, 'Model')
      const costOf = async (name: string) => (await cellsOf(shown.getByRole('row', { name }))).at(-1)
      expect(await costOf('local/qwen3')).toBe('free')
      expect(await costOf('openrouter/someone/new-model')).toBe('—')
      expect(await costOf('Sonnet 5.5 · Anthropic')).toMatch(/^\$\d/)
      expect(await costOf('Total')).toMatch(/^≥ \$/)
      await usagePage(page)
        .getByText(/responses: no price is known\.$/)
        .waitFor()
      await page.close()
    })

    it('filters the table by a bar, by mouse and by keyboard', async () => {
      const page = await opened(preview)
      const shown = await groupBy(page, 'Model')
      const all = await totalOf(shown)
      expect(await bars(page).count()).toBe(30)
      const label = (await bars(page).nth(27).getAttribute('aria-label')) ?? ''
      await bars(page).nth(27).click()
      const [day = '', cost] = label.split(': ')
      await usagePage(page)
        .getByRole('button', { name: `Remove filter ${day}` })
        .waitFor()
      await expect.poll(async () => (await totalOf(shown)).at(-1)).toBe(cost)
      expect(await bars(page).nth(27).getAttribute('aria-pressed')).toBe('true')
      await bars(page).nth(27).focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => totalOf(shown)).toEqual(all)
      await bars(page).nth(27).focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Space')
      await expect.poll(() => bars(page).nth(28).getAttribute('aria-pressed')).toBe('true')
      await usagePage(page)
        .getByRole('button', { name: /^Remove filter / })
        .click()
      await expect.poll(() => totalOf(shown)).toEqual(all)
      await page.close()
    })

    it('has the chart as a table too', async () => {
      const page = await opened(preview)
      await groupBy(page, 'Model')
      await usagePage(page).getByText('Chart as a table').click()
      expect(await totalOf(table(page, 'day'))).toEqual(await totalOf(table(page, 'model')))
      await page.close()
    })

    it('shows the agents of a row, and opens an agent', async () => {
      const page = await opened(preview)
      const models = await groupBy(page, 'Model')
      const before = await cellsOf(models.getByRole('row', { name: 'Sonnet 5.5 · Anthropic' }))
      await models.getByRole('button', { name: 'Sonnet 5.5 · Anthropic' }).click()
      const agents = table(page, 'agent')
      await agents.waitFor()
      expect(await totalOf(agents)).toEqual(before)
      await agents.getByRole('button', { name: 'A long talk' }).click()
      await page.getByRole('region', { name: 'Agent A long talk' }).waitFor()
      expect(await usagePage(page).count()).toBe(1)
      await usagePage(page).getByRole('button', { name: 'Remove filter Model: Sonnet 5.5 · Anthropic' }).click()
      await table(page, 'model').waitFor()
      await page.close()
    })

    it('shows what responses were for, and the agents behind it', async () => {
      const page = await opened(preview)
      const purposes = await groupBy(page, 'Purpose')
      expect((await rowNames(purposes)).toSorted()).toEqual(['Answers', 'Judges', 'Summaries'])
      const before = await cellsOf(purposes.getByRole('row', { name: 'Judges' }))
      await purposes.getByRole('button', { name: 'Judges' }).click()
      const agents = table(page, 'agent')
      await expect.poll(() => totalOf(agents)).toEqual(before)
      await usagePage(page).getByRole('button', { name: 'Remove filter Purpose: Judges' }).click()
      await table(page, 'purpose').waitFor()
      await page.close()
    })

    it('takes only a folder', async () => {
      const page = await opened(preview)
      const folders = await groupBy(page, 'Folder')
      const before = await cellsOf(folders.getByRole('row', { name: '/home/ada/notes' }))
      await usagePage(page).getByRole('combobox', { name: 'Folder' }).selectOption('/home/ada/notes')
      await expect.poll(() => totalOf(folders)).toEqual(before)
      await page.close()
    })

    it('has new figures as soon as an answer is recorded', async () => {
      const page = await opened(preview)
      await usagePage(page).getByRole('combobox', { name: 'Period' }).selectOption('Today')
      await page.evaluate(([id = '']) => window.preview.spend(id, 1_000), [ROOT])
      await expect.poll(() => todayCost(page).innerText()).toMatch(/\$1,000\.\d\d today$/)
      const sum = (await todayCost(page).innerText()).replace(' today', '')
      await expect.poll(async () => (await totalOf(table(page, 'day'))).at(-1)).toBe(sum)
      expect(await todayCost(page).getAttribute('title')).toMatch(
        /^Today: [\d,]+ tokens in \(\d+ % cached\) · [\d,]+ out\./,
      )
      await page.close()
    })

    it('keeps the last figures with their time while the engine is away, and loads again afterwards', async () => {
      const page = await opened(preview)
      const shown = await groupBy(page, 'Model')
      const before = await totalOf(shown)
      await page.evaluate(() => window.preview.setConnection('lost'))
      await usagePage(page)
        .getByText(/^Offline\. Figures from \d\d:\d\d\.$/)
        .waitFor()
      expect(await totalOf(shown)).toEqual(before)
      expect(await usagePage(page).getByRole('combobox', { name: 'Period' }).isDisabled()).toBe(true)
      const asked = (await engineCalls(page, 'usage.query')).length
      await page.evaluate(() => window.preview.setConnection('open'))
      await expect.poll(async () => (await engineCalls(page, 'usage.query')).length).toBeGreaterThan(asked)
      await usagePage(page)
        .getByText(/^Offline/)
        .waitFor({ state: 'detached' })
      await page.close()
    })

    it('says when there is nothing', async () => {
      const page = await opened(preview, '?world=empty')
      await usagePage(page).getByText('No requests yet. Their costs appear here.').waitFor()
      expect(await usagePage(page).getByRole('button', { name: 'Export CSV' }).isDisabled()).toBe(true)
      await page.close()
    })

    it('says when the prices are old', async () => {
      const page = await preview.ownPage()
      await page.clock.setFixedTime('2026-12-20T12:00:00Z')
      await todayCost(page).click()
      await table(page, 'day').waitFor()
      expect(
        await usagePage(page)
          .getByText(/^The list prices date from/)
          .count(),
      ).toBe(0)
      await page.getByRole('button', { name: 'Close usage' }).click()
      await page.clock.setFixedTime('2026-12-21T12:00:00Z')
      await todayCost(page).click()
      await usagePage(page)
        .getByText('The list prices date from 2026-11-20 and may be out of date. Update ikigai to get newer ones.')
        .waitFor()
      await page.close()
    })

    it('takes the place of the panes in a narrow window, where an opened agent takes its place', async () => {
      const page = await preview.page()
      await page.setViewportSize({ width: 620, height: 700 })
      await page.getByRole('button', { name: 'Tree and views' }).click()
      await page.getByRole('menuitem', { name: 'Show agent tree' }).click()
      await todayCost(page).click()
      const shown = await groupBy(page, 'Agent')
      expect(await page.getByRole('region', { name: /^Agent / }).count()).toBe(0)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBeLessThanOrEqual(0)
      await shown.getByRole('button', { name: 'A long talk' }).click()
      await page.getByRole('region', { name: 'Agent A long talk' }).waitFor()
      expect(await usagePage(page).count()).toBe(0)
      await page.close()
    })

    it('keeps its period and its grouping', async () => {
      const page = await opened(preview)
      await usagePage(page).getByRole('combobox', { name: 'Period' }).selectOption('This month')
      await groupBy(page, 'Pool')
      await expect
        .poll(async () => (await engineCalls(page, 'settings.set')).at(-1))
        .toBe(
          `settings.set ${JSON.stringify({ key: 'usagePage', value: { open: true, width: null, period: 'month', by: 'pool' } })}`,
        )
      await page.close()
    })

    it('has logged no error', () => expect(preview.problems).toEqual([]))
  },
)
