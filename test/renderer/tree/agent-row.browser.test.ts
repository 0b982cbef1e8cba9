import type { Locator, Page } from '@playwright/test'
import { beforeAll, describe, expect, it, vi } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { ACCESSIBLE, checkAccessibility, previewForTests } from '../support/open-preview.ts'

const SLOW_START_MS = 120_000
vi.setConfig({ testTimeout: 60_000 })
const executablePath = findBrowser()

/** Most elements of a row, so that thousands of agents stay quick. */
const MOST_NODES = 14

const rows = (page: Page): Locator => page.getByRole('tree', { name: 'Agents' }).getByRole('treeitem')
const row = (page: Page, name: RegExp): Locator => rows(page).and(page.getByRole('treeitem', { name }))

/** What of a row can be seen: how wide its name is, whether it is cut, and whether its word or figure is there. */
async function seen(page: Page) {
  return page.locator('[role=treeitem][aria-label]').evaluateAll((all) =>
    all.map((each) => {
      const name = each.querySelector('[dir=auto]')
      const meta = [...each.querySelectorAll('[data-meta]')].find((part) => part.checkVisibility())
      return {
        name: name?.textContent ?? '',
        width: name?.clientWidth ?? 0,
        isCut: name !== null && name.scrollWidth > name.clientWidth,
        // What does not fit is in lines below the first one.
        hasMeta: meta !== undefined && meta.clientWidth > 8 && meta.scrollHeight < meta.clientHeight * 1.5,
      }
    }),
  )
}

describe.skipIf(executablePath === null)('a row of the tree (skipped where no Chrome or Chromium is installed)', () => {
  const preview = previewForTests(executablePath)
  let page: Page
  beforeAll(async () => {
    page = await preview.ownPage('?world=tree')
    await rows(page).first().waitFor()
  }, SLOW_START_MS)

  it('says in its name and title what it knows', async () => {
    const names = [
      /^Harmonic constituents, idle, fork, Opus 5.5 med, .*version 2 of 3/,
      /^Sonnet 5.5, column A, idle, compared answer/,
      /^Judge, idle, judge/,
      /^Six attempts, idle, an agent below it needs you, fork, .*4 of 6 done/,
      /^Find every date comparison, idle, sub-agent, Gemini 4 Argon low/,
      /^Harmonic constituents with a worked example, unread result/,
      /^Midnight rollover, needs approval, Sonnet 5.5 med, 41 cents, \d+ cents with the agents below it|^Midnight rollover.*\$/,
    ]
    for (const name of names) {
      await expect.poll(() => row(page, name).count(), { message: String(name) }).toBe(1)
      expect(await row(page, name).getAttribute('title')).toMatch(name)
    }
    expect(await checkAccessibility(page, { only: 'nav[aria-label="Agents"]' })).toEqual(ACCESSIBLE)
  })

  it('shows compared answers in the order and with the letters of their columns', async () => {
    const letters = page.locator('[role=treeitem]:has([data-text]:not([data-meta]))')
    const shown = await letters.evaluateAll((all) =>
      all.map((each) => `${each.querySelector('[data-text]')?.getAttribute('data-text')} ${each.textContent}`),
    )
    expect(shown).toEqual(['A Sonnet 5.5', 'B GPT-6.1 Sol', 'C Gemini 4 Argon'])
  })

  it('calls forks by what differs', async () => {
    const fork = row(page, /^Harmonic constituents for a twelve-year-old/)
    expect(await fork.textContent()).toContain('… for a twelve-year-old')
  })

  it('is not chosen by its look when the pointer is on it', async () => {
    const look = (line: Locator) =>
      line.evaluate((element) => {
        const { backgroundColor, boxShadow } = getComputedStyle(element)
        return { backgroundColor, boxShadow }
      })
    const hovered = row(page, /^Tides from scratch/)
    await hovered.hover()
    const [pointed, chosen] = [await look(hovered), await look(page.locator('[role=treeitem][aria-selected=true]'))]
    expect(pointed.boxShadow).toBe('none')
    expect(chosen.boxShadow).toContain('inset')
    expect(chosen.backgroundColor).not.toBe(pointed.backgroundColor)
    await page.mouse.move(0, 0)
  })

  it('has few elements', async () => {
    const nodes = await rows(page).evaluateAll((all) => all.map((each) => each.querySelectorAll('*').length + 1))
    expect(Math.max(...nodes)).toBeLessThanOrEqual(MOST_NODES)
  })

  it('shows a cost from ten cents on, while the pointer is in the tree', async () => {
    const root = row(page, /^Midnight rollover/)
    const cost = root.locator('[data-meta=cost]')
    await page.mouse.move(900, 400)
    await expect.poll(() => cost.isVisible()).toBe(false)
    await rows(page).last().hover()
    await expect.poll(() => cost.isVisible()).toBe(true)
    expect(
      await row(page, /^Keep the old timetable/)
        .locator('[data-meta=cost]')
        .count(),
    ).toBe(0)
    await page.mouse.move(900, 400)
  })

  it('gives up its word as a whole before a letter of the name, at any width and at 200 % text', async () => {
    const tree = page.getByRole('navigation', { name: 'Agents' })
    const usual = page.viewportSize()
    // Wide enough for the tree beside the panes with text of twice the size.
    await page.setViewportSize({ width: 2000, height: 900 })
    for (const size of ['100%', '200%']) {
      await page.evaluate((wanted) => (document.documentElement.style.fontSize = wanted), size)
      for (const width of ['12rem', '14rem', '16rem', '18rem', '24rem']) {
        await tree.evaluate((element, wanted) => (element.style.width = wanted), width)
        const all = await seen(page)
        expect(all.filter(({ isCut, hasMeta }) => isCut && hasMeta)).toEqual([])
        const shown = all.filter(({ hasMeta }) => hasMeta).length
        expect(shown > 0 || width !== '24rem').toBe(true)
      }
      await tree.evaluate((element) => (element.style.width = '14rem'))
      const rem = size === '100%' ? 16 : 32
      // About eight letters.
      const cut = (await seen(page)).filter(({ width, isCut }) => isCut && width / rem <= 4)
      expect(cut).toEqual([])
    }
    await page.evaluate(() => (document.documentElement.style.fontSize = ''))
    await tree.evaluate((element) => (element.style.width = ''))
    if (usual !== null) await page.setViewportSize(usual)
  })

  it('draws dotted lines to what a model or the program began, and a green one to the chosen agent', async () => {
    const lines = (name: RegExp) => row(page, name).locator('[data-dotted]').count()
    expect([await lines(/^Judge/), await lines(/^Find every/), await lines(/^Keep the old/)]).toEqual([1, 1, 0])
    const green = page.locator('[role=treeitem]:has([data-tone=sap])')
    expect(await green.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')?.split(',')[0]))).toEqual(
      ['Harmonic constituents'],
    )
  })

  it('opens its versions with a click on the dots, and closes with one on its node', async () => {
    const chosen = row(page, /^Harmonic constituents, .*version 2 of 3/)
    const before = await rows(page).count()
    await chosen.getByTitle('Show all versions').click()
    await expect.poll(() => rows(page).count()).toBe(before + 2)
    await chosen.getByTitle('Show one version').click()
    await expect.poll(() => rows(page).count()).toBe(before)
    const question = row(page, /^Which queue/)
    await question.locator('[data-folds=open]').click()
    await expect.poll(() => question.getAttribute('aria-expanded')).toBe('false')
    await question.locator('[data-folds=closed]').click()
    await expect.poll(() => question.getAttribute('aria-expanded')).toBe('true')
  })

  it('steps to the version before and back by the arrows beside the dots, which appear under the pointer', async () => {
    const chosen = row(page, /^Harmonic constituents, .*version 2 of 3/)
    const arrow = (of: typeof chosen, title: string) => of.getByTitle(title, { exact: true })
    await page.mouse.move(0, 0)
    await expect.poll(() => arrow(rows(page), 'Next version').count()).toBe(0)
    await chosen.hover()
    await arrow(chosen, 'Next version').click()
    const next = row(page, /^Harmonic constituents.*version 3 of 3/)
    await next.hover()
    await arrow(next, 'Previous version').click()
    await chosen.waitFor()
  })

  it('finds a fork by the words that its row shows', async () => {
    await row(page, /^Midnight rollover/).focus()
    await page.keyboard.type('with a')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await expect.poll(focused).toMatch(/^Harmonic constituents with a worked example/)
  })

  it('goes to the chosen row with one key, from anywhere, and back to the prompt', async () => {
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await page.reload()
    await page.getByRole('textbox', { name: 'Prompt to Midnight rollover' }).focus()
    await page.keyboard.press('Control+Shift+L')
    await expect.poll(focused).toMatch(/^Midnight rollover, needs approval/)
    await page.keyboard.type('tid')
    await expect.poll(focused).toMatch(/^Tides from scratch/)
    await page.keyboard.press('Control+Shift+L')
    await expect.poll(focused).toBe('Prompt to Midnight rollover')
    await page.keyboard.press('Control+b')
    await rows(page).first().waitFor({ state: 'detached' })
    await page.keyboard.press('Control+Shift+L')
    await expect.poll(focused).toMatch(/^Midnight rollover, needs approval/)
  })

  it('goes to the next unread result with one key', async () => {
    await page.keyboard.press('Control+Shift+J')
    const shown = page.getByRole('region', { name: 'Agent Harmonic constituents with a worked example' })
    await expect.poll(() => shown.count()).toBe(1)
  })
})
