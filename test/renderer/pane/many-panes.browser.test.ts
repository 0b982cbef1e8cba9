import type { Page } from '@playwright/test'
import { beforeAll, describe, expect, it, vi } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { ACCESSIBLE, checkAccessibility, previewForTests } from '../support/open-preview.ts'

const SLOW_START_MS = 120_000
vi.setConfig({ testTimeout: 60_000 })
const executablePath = findBrowser()

const panes = (page: Page) => page.getByRole('region', { name: /^Agent / })
const focusName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')

/** Opens the agents of the filter and those above them. */
async function openMany(page: Page): Promise<void> {
  const filter = page.getByRole('searchbox', { name: 'Filter agents' })
  await filter.fill('number 77')
  await filter.press('ArrowDown')
  await page.keyboard.press('ControlOrMeta+a')
  await page.getByRole('button', { name: /^Open \d+$/ }).click()
}

async function run(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.insertText(title)
  await page.getByRole('option', { name: title }).first().waitFor()
  await page.keyboard.press('Enter')
}

describe.skipIf(executablePath === null)('many panes (skipped where no Chrome or Chromium is installed)', () => {
  const preview = previewForTests(executablePath)
  let page: Page
  beforeAll(async () => {
    page = await preview.page('?world=many')
    await openMany(page)
  }, SLOW_START_MS)
  it('shows as many as fit; the others are in a menu, which shows one in place of another', async () => {
    const more = page.getByRole('button', { name: /^\d+ more$/ })
    await more.waitFor()
    expect(await panes(page).count()).toBe(3)
    const hidden = Number.parseInt((await more.textContent()) ?? '', 10)
    await more.click()
    const items = page.getByRole('menu', { name: 'More panes' }).getByRole('menuitem')
    await items.first().waitFor()
    expect(await items.count()).toBe(hidden + 4)
    const name = /Agent number \d+/.exec((await items.first().textContent()) ?? '')?.[0] ?? ''
    await items.first().press('Enter')
    await page.getByRole('region', { name: `Agent ${name}` }).waitFor()
    await expect.poll(() => focusName(page)).toBe(`Prompt to ${name}`)
    expect([await panes(page).count(), await more.textContent()]).toEqual([3, `${hidden} more`])
  })

  it('closes the others, and reopens them', async () => {
    const more = page.getByRole('button', { name: /^\d+ more$/ })
    const hidden = await more.textContent()
    const name = await focusName(page)
    await run(page, 'Close other panes')
    await expect.poll(() => panes(page).count()).toBe(1)
    await expect.poll(() => focusName(page)).toBe(name)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => more.textContent()).toBe(hidden)
    await run(page, 'Close all panes')
    await page.getByRole('button', { name: /^Reopen \d+ panes$/ }).click()
    await expect.poll(() => more.textContent()).toBe(hidden)
  })

  it('shows all of them as cards in the overview, which filters, goes to one and closes one', async () => {
    const cards = page.getByRole('list', { name: 'Open agents' }).getByRole('button')
    await page.keyboard.press('Control+Shift+O')
    await cards.first().waitFor()
    const open = await cards.count()
    expect(open).toBeGreaterThan(3)
    expect(await cards.first().textContent()).toMatch(/idle · \S/)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    const second = (await cards.nth(1).textContent()) ?? ''
    await page.keyboard.press('Delete')
    await expect.poll(() => cards.count()).toBe(open - 1)
    expect(await cards.allTextContents()).not.toContain(second)
    const name = /Agent number \d+/.exec((await cards.last().textContent()) ?? '')?.[0] ?? ''
    await page.keyboard.type(name)
    await expect.poll(() => cards.count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: `Agent ${name}` }).waitFor()
    await expect.poll(() => focusName(page)).toBe(`Prompt to ${name}`)
  })

  it('goes through the landmarks with F6, once through each', async () => {
    const landmark = () =>
      page.evaluate(() => {
        const place = document.activeElement?.closest('[data-landmark]')
        return place?.getAttribute('aria-label') ?? place?.tagName ?? 'none'
      })
    const visited: string[] = []
    for (let count = 0; count < 6; count += 1) {
      await page.keyboard.press('F6')
      visited.push(await landmark())
    }
    expect(new Set(visited).size).toBe(6)
    expect(visited).toEqual(expect.arrayContaining(['HEADER', 'Agents', 'Status']))
    expect(visited.filter((name) => name.startsWith('Agent '))).toHaveLength(3)
    await page.keyboard.press('Shift+F6')
    expect(await landmark()).toBe(visited[4])
  })

  it.each([
    ['900 px', 900, ''],
    ['1,440 px and text of twice the size', 1440, '200%'],
  ])('shows two panes beside each other, without the tree, at %s', async (_, width, textSize) => {
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), textSize)
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => panes(page).count()).toBe(2)
    expect(await page.getByRole('tree').count()).toBe(0)
    await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  })

  it('shows tabs in a narrow window, and the tree over them', async () => {
    await page.setViewportSize({ width: 500, height: 700 })
    const tabs = page.getByRole('tablist', { name: 'Panes' }).getByRole('tab')
    await tabs.first().waitFor()
    expect(await panes(page).count()).toBe(1)
    expect(await page.getByRole('tree').count()).toBe(0)
    const other = page.getByRole('tablist', { name: 'Panes' }).getByRole('tab', { selected: false }).first()
    const name = (await other.textContent())?.replace(/^\D*?(?=Agent)/, '') ?? ''
    await page.getByRole('tab', { selected: true }).focus()
    await other.press('Enter')
    await page.getByRole('region', { name: `Agent ${name}` }).waitFor()
    await expect.poll(() => focusName(page)).toBe(`Prompt to ${name}`)

    await page.keyboard.press('Control+b')
    const drawer = page.getByRole('dialog', { name: 'Agents' })
    await drawer.waitFor()
    await expect.poll(() => focusName(page)).toBe('Filter agents')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await expect.poll(() => focusName(page)).toBe(`Prompt to ${name}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(500)
    await page.keyboard.press('Control+b')
    const row = drawer.getByRole('treeitem', { selected: false }).first()
    const chosen = /Agent number \d+/.exec((await row.getAttribute('aria-label')) ?? '')?.[0] ?? ''
    await row.click()
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: `Agent ${chosen}` }).waitFor()
  })

  it('shows the context in place of the pane in a narrow window, and the pane again with an event', async () => {
    const shownPane = page.getByRole('region', { name: /^Agent / })
    const name = (await shownPane.getAttribute('aria-label')) ?? ''
    await page.keyboard.press('Control+i')
    const inspector = page.getByRole('complementary', { name: 'Context inspector' })
    await inspector.waitFor()
    expect(await shownPane.count()).toBe(0)
    expect(await inspector.evaluate((element) => element.clientWidth)).toBe(500)
    await inspector.getByTitle('Show in conversation').first().click()
    await inspector.waitFor({ state: 'detached' })
    await page.getByRole('region', { name }).waitFor()
  })

  it('breaks no rule of accessibility as tabs', async () => {
    expect(await checkAccessibility(page, { only: 'main' })).toEqual(ACCESSIBLE)
  })

  it('has logged no error and broken no rule of the content policy in all of this', () => {
    expect(preview.problems).toEqual([])
  })
})
