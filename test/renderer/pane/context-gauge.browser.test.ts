import type { Locator, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { ROOT } from '../preview/preview-world.ts'
import { engineCalls, previewForTests } from '../support/open-preview.ts'
import { untyped } from '../../support/untyped.ts'

const executablePath = findBrowser()
const NAME = 'Tokens for the gateway'

const paneOf = (page: Page): Locator => page.getByRole('region', { name: `Agent ${NAME}` })
const gaugeOf = (page: Page): Locator => paneOf(page).getByRole('button', { name: /^Context / })
/** Returns the visible figures; screen readers read others. */
const shownIn = (gauge: Locator): Promise<string> => gauge.locator('[aria-hidden]').first().innerText()
const details = (page: Page): Locator => page.getByRole('dialog', { name: 'Context and cost' })

/** Records an event of the agent, as the engine would. */
const record = (page: Page, event: object): Promise<void> =>
  page.evaluate(
    (given) => window.preview.record(given),
    untyped<never>({
      agentId: ROOT,
      turnId: null,
      content: null,
      ...event,
    }),
  )

/** Returns the text of each row of the details, by its label. */
async function rowsOf(page: Page): Promise<Readonly<Record<string, string>>> {
  const shown = details(page).locator('dl > div')
  await shown.first().waitFor()
  const rows = await shown.evaluateAll((all) =>
    all.map((row) => [...row.children].map((each) => each.textContent ?? '')),
  )
  return Object.fromEntries(rows.map(([name = '', value = '']): [string, string] => [name, value]))
}

describe.skipIf(executablePath === null)(
  'the gauge of context and cost, in a browser (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    it('shows the cost in the header and the context as a ring, and reads both aloud with their units', async () => {
      const page = await preview.page()
      await page
        .getByRole('button', { name: 'Context 19,208 of 200,000 tokens, 10 percent, 12 cents', exact: true })
        .waitFor()
      expect(await shownIn(gaugeOf(page))).toBe('$0.12')
      expect(await gaugeOf(page).getAttribute('title')).toBe('Context: 19,208 of 200,000 (10 %)')
      await page.close()
    })

    it('opens with Enter and with Space, and shows what it is made of', async () => {
      const page = await preview.page()
      await gaugeOf(page).focus()
      await page.keyboard.press('Enter')
      const { Cache: cache, ...rows } = await rowsOf(page)
      expect(rows).toEqual({
        Context: '19,208 of 200,000 (10 %)',
        'Last answer': 'input 4 · cached 16,800written 1,200 · thinking 0 · output 1,204',
        'This agent': '$0.12 · with descendants $0.83',
        'Next prompt': expect.stringMatching(/^≈ \$0\.0\d · when cold ≈ \$0\.0\d$/),
        Switch: expect.stringMatching(/^to .+/),
        Budget: 'Set budget…',
      })
      expect(cache).toMatch(/^warm until \d\d:\d\d \((5:00|4:\d\d)\)/)
      await page.keyboard.press('Escape')
      await details(page).waitFor({ state: 'detached' })
      expect(await gaugeOf(page).evaluate((button) => button === document.activeElement)).toBe(true)
      await page.keyboard.press('Space')
      await details(page).getByRole('button', { name: 'Context inspector' }).click()
      await page.getByRole('complementary', { name: 'Context' }).waitFor()
      await page.close()
    })

    it('keeps the cache warm where the user says so, with its price and its end', async () => {
      const page = await preview.page()
      await gaugeOf(page).click()
      const one = details(page).getByRole('checkbox', { name: 'Keep warm: ≈ $0.02 per hour' })
      const all = details(page).getByRole('checkbox', { name: 'With descendants: ≈ $0.06 per hour' })
      await one.check()
      await details(page)
        .getByText(/^Until \d\d:\d\d or the budget is used up\.$/)
        .waitFor()
      await all.check()
      await all.uncheck()
      expect(await one.isChecked()).toBe(true)
      await one.uncheck()
      await expect
        .poll(async () => (await engineCalls(page, 'keepWarm.set')).map((call) => /"scope":("?\w+"?)/.exec(call)?.[1]))
        .toEqual(['"agent"', '"subtree"', '"agent"', 'null'])
      await page.close()
    })

    it('leads to the usage page', async () => {
      const page = await preview.page()
      await gaugeOf(page).click()
      await details(page).getByRole('button', { name: 'Usage' }).click()
      await expect.poll(() => page.getByRole('heading', { name: 'Usage' }).count()).toBe(1)
      expect(await details(page).count()).toBe(0)
      await page.close()
    })

    it('has its figures in the tree and at the answers too', async () => {
      const page = await preview.page()
      const row = page.getByRole('treeitem', { name: /Tokens for the gateway/ })
      await row.waitFor()
      expect(await row.getAttribute('title')).toContain('12 cents, 83 cents with the agents below it')
      const partly = page.getByRole('treeitem', { name: /A long talk/ })
      expect(await partly.getAttribute('title')).toContain('at least $1.54')
      const facts = paneOf(page).getByRole('article', { name: 'Answer' }).last().locator('footer')
      expect(await facts.innerText()).toMatch(/ · 8\.4 s · \$0\.03/)
      expect(await facts.getByTitle('1,204 tokens').count()).toBe(1)
      await page.close()
    })

    it('shows an estimate after the context was compressed, until the next answer', async () => {
      const page = await preview.page()
      await gaugeOf(page).waitFor()
      await record(page, { kind: 'summary', content: 'Short.', data: { from_id: 1, to_id: 6, messages: 4 } })
      await paneOf(page)
        .getByRole('button', { name: 'Context about 2,000 of 200,000 tokens, 1 percent, 12 cents' })
        .waitFor()
      expect(await gaugeOf(page).getAttribute('title')).toBe('Context: ≈ 2,000 of 200,000 (1 %)')
      const data = { model: 'claude-sonnet-5-5', input_tokens: 2_400, output_tokens: 100, finish_reason: 'STOP' }
      await record(page, { kind: 'assistant', content: 'Yes.', data })
      await paneOf(page)
        .getByRole('button', { name: /^Context 2,500 of 200,000 tokens, 1 percent/ })
        .waitFor()
      await page.close()
    })

    it('does not cut the name in a pane of 590 pixels, nor cover a button of the title bar at 400', async () => {
      const page = await preview.page()
      const name = paneOf(page).getByRole('heading', { name: NAME })
      await paneOf(page).evaluate((element) => {
        element.style.width = '590px'
      })
      const isCut = (): Promise<boolean> =>
        name
          .locator('span')
          .last()
          .evaluate((element) => element.scrollWidth > element.clientWidth)
      await expect.poll(isCut).toBe(false)
      await page.setViewportSize({ width: 400, height: 800 })
      await page.getByRole('button', { name: 'Tree and views' }).click({ timeout: 5_000 })
      await page.close()
    })

    it.each([
      [139_000, /^\$/],
      [150_000, /^75 %\s*\$/],
      [190_000, /^95 %\s*\$/],
    ])('says in figures how full the context is where it matters: %i of 200,000', async (tokens, shown) => {
      const page = await preview.page()
      const data = { model: 'claude-sonnet-5-5', input_tokens: tokens, output_tokens: 0, finish_reason: 'STOP' }
      await record(page, { kind: 'assistant', content: 'Yes.', data })
      await expect.poll(() => shownIn(gaugeOf(page))).toMatch(shown)
      await page.close()
    })

    it('has the name in full in a pane of 380 pixels, and the gauge beside it', async () => {
      const page = await preview.page()
      await page.setViewportSize({ width: 1_100, height: 800 })
      const pane = paneOf(page)
      await pane.evaluate((element) => {
        element.style.width = '380px'
      })
      const heading = pane.getByRole('heading', { level: 2 })
      expect(await heading.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(false)
      const [name, gauge] = await Promise.all([heading.boundingBox(), gaugeOf(page).boundingBox()])
      const middle = (box: typeof name) => (box?.y ?? 0) + (box?.height ?? 0) / 2
      expect(Math.abs(middle(name) - middle(gauge))).toBeLessThan(3)
      await page.close()
    })

    it('has logged no error and broken no rule of the content policy in all of this', () => {
      expect(preview.problems).toEqual([])
    })
  },
)
