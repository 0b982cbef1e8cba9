import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { ROOT } from '../preview/preview-world.ts'
import { ACCESSIBLE, checkAccessibility, previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)('The frame (skipped where no Chrome or Chromium is installed)', () => {
  const preview = previewForTests(executablePath)

  const needs = (page: Page) => page.getByRole('banner').getByRole('button', { name: /needs? you$/ })
  const foot = (page: Page) => page.getByRole('region', { name: 'Status' })

  it('counts what needs the user in the title bar, as the inbox does, and opens it', async () => {
    const page = await preview.page('?world=asking')
    await needs(page).waitFor()
    const count = Number.parseInt(await needs(page).innerText(), 10)
    expect(await needs(page).getAttribute('title')).toMatch(/^Needs you: .*\d+ permissions?/)
    await needs(page).click()
    const inbox = page.getByRole('dialog', { name: 'Approval inbox' })
    const waiting = await inbox.getByRole('article').count()
    const interrupted = await inbox.getByRole('button', { name: 'Resume', exact: true }).count()
    expect(waiting + interrupted).toBe(count)
    await page.close()
  })

  it('shows nothing of it while nothing needs the user', async () => {
    const page = await preview.page()
    await foot(page).waitFor()
    expect(await needs(page).count()).toBe(0)
    await page.close()
  })

  it('says only what deviates above the counts, and what to do about it', async () => {
    const page = await preview.page()
    expect((await foot(page).innerText()).replaceAll(/\s+/g, ' ')).toMatch(/^0 running ≥ \$0\.01 today$/)
    await page.evaluate(() =>
      window.preview.setStatus({ keychain: { state: 'warning', message: 'Keys are saved in a file.' } }),
    )
    const notice = foot(page).getByRole('button', { name: 'No keychain' })
    await notice.waitFor()
    expect(await notice.getAttribute('title')).toBe('Keys are saved in a file.')
    await notice.click()
    await page.getByRole('dialog', { name: 'Settings' }).waitFor()
    await page.close()
  })

  it('claims nothing about the engine while it cannot be reached', async () => {
    const page = await preview.page('?world=asking')
    await page.evaluate((id) => {
      window.preview.change(id, { activity: { type: 'streaming' } })
      window.preview.setStatus({ keychain: { state: 'warning', message: 'Keys are saved in a file.' } })
    }, ROOT)
    await foot(page).getByText('1 running').waitFor()
    await page.evaluate(() => window.preview.setConnection('lost'))
    await foot(page).getByText('Offline: the engine can’t be reached. Reconnecting…').waitFor()
    await foot(page).getByText('Unknown what runs').waitFor()
    const text = `${await page.getByRole('banner').innerText()} ${await foot(page).innerText()}`
    expect(text).not.toMatch(/\d running|needs? you|No keychain|today/)
    expect(await page.getByRole('banner').getByRole('button', { name: 'Unknown' }).count()).toBe(1)
    // Filled shapes claim that something goes on.
    const filled = await page
      .locator('[data-shape="running"] path, [data-shape="tools"] path, [data-shape="needs_you"] path')
      .evaluateAll((paths) => paths.map((path) => getComputedStyle(path).fill))
    expect(filled.filter((fill) => fill !== 'none')).toEqual([])
    await page.close()
  })

  it.each([
    ['without the tree', 1440, true],
    ['in a narrow window', 420, false],
  ])('says what deviates %s as well, and nothing while all is well', async (_where, width, hides) => {
    const page = await preview.page()
    await page.setViewportSize({ width, height: 800 })
    if (hides) await page.keyboard.press('Control+b')
    await expect.poll(async () => (await foot(page).boundingBox())?.height ?? 0).toBe(0)
    await page.evaluate(() => window.preview.setConnection('lost'))
    await foot(page).getByText('Offline:').waitFor()
    await page.close()
  })

  it.each([1440, 1344, 1200, 1000])('leaves the pane room beside usage and inspector at %d px', async (width) => {
    const page = await preview.page()
    await page.setViewportSize({ width, height: 800 })
    await page.keyboard.press('Control+i')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('usage')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Usage' }).waitFor()
    const pane = page.getByRole('region', { name: /^Agent / }).first()
    await expect.poll(async () => (await pane.boundingBox())?.width ?? 0).toBeGreaterThan(300)
    await page.close()
  })

  it('switches between the panes, the map and the changes with one tab stop and arrows', async () => {
    const page = await preview.page()
    const views = page.getByRole('navigation', { name: 'Views' })
    const view = (name: string) => views.getByRole('button', { name })
    expect(await view('Panes').getAttribute('aria-current')).toBe('page')
    expect(await views.locator('[tabindex="0"]').count()).toBe(1)
    await view('Panes').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(() => view('Map').getAttribute('aria-current')).toBe('page')
    await page.getByRole('region', { name: 'Map', exact: true }).waitFor()
    await view('Map').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(() => view('Changes').getAttribute('aria-current')).toBe('page')
    expect(await page.getByRole('region', { name: /^Agent / }).count()).toBe(0)
    await view('Changes').focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page
      .getByRole('region', { name: /^Agent / })
      .first()
      .waitFor()
    await page.close()
  })

  const menu = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Tree and views' })

  it.each([
    [680, 0, 1],
    [660, 1, 0],
    [390, 1, 0],
    [320, 1, 0],
  ])('has the tree and the views behind one button below 42 rem: %d px', async (width, menus, switches) => {
    const page = await preview.page('?world=six-attempts')
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => menu(page).count()).toBe(menus)
    await expect.poll(() => page.getByRole('navigation', { name: 'Views' }).count()).toBe(switches)
    await expect.poll(() => page.getByRole('button', { name: 'Show agent tree' }).count()).toBe(switches)
    await page.close()
  })

  it('shows the tree and the chosen view from the menu of a narrow window, by keys', async () => {
    const page = await preview.page('?world=six-attempts')
    await page.setViewportSize({ width: 390, height: 800 })
    await menu(page).press('Enter')
    const items = page.getByRole('menuitemradio')
    await items.first().waitFor()
    const names = (await items.allInnerTexts()).map((text) => text.split('\n')[0])
    expect(names).toEqual(['Panes', 'Map', 'Changes', 'Race'])
    expect(await items.first().getAttribute('aria-checked')).toBe('true')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Race', exact: true }).waitFor()
    await menu(page).press('Enter')
    await page.getByRole('menuitem', { name: 'Show agent tree' }).click()
    await page.getByRole('dialog').getByRole('navigation', { name: 'Agents' }).waitFor()
    await page.close()
  })

  it.each([320, 390, 500, 680, 900])('has its views in one row, and all within the window, at %d px', async (width) => {
    const page = await preview.page('?world=asking')
    await page.setViewportSize({ width, height: 800 })
    const switches = page.getByRole('banner').getByRole('button')
    await switches.first().waitFor()
    const places = await switches.evaluateAll((all) =>
      all.filter((each) => each.checkVisibility()).map((each) => Math.round(each.getBoundingClientRect().top / 8)),
    )
    expect(new Set(places).size).toBe(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await page.close()
  })

  it('shows the code that another window waits for, what it is for, and where its session is ended', async () => {
    const page = await preview.page()
    const shown = page.getByRole('region', { name: 'Code for another window' })
    const codes = [{ code: '042042', description: 'allow what agents ask for', until: Date.now() + 300_000 }]
    await page.evaluate((all) => window.preview.showCodes(all), codes)
    await shown.getByText('Another window wants to allow what agents ask for.').waitFor()
    expect(await shown.getByRole('status').innerText()).toContain('042042')
    expect(await checkAccessibility(page, { only: 'section[aria-label="Code for another window"]' })).toEqual(
      ACCESSIBLE,
    )
    await shown.getByRole('button', { name: 'Show browsers' }).click()
    await page.getByRole('dialog', { name: 'Settings' }).waitFor()
    await page.keyboard.press('Escape')
    await page.evaluate(() => window.preview.showCodes([]))
    await expect.poll(() => shown.count()).toBe(0)
    await page.close()
  })

  it('is accessible with everything in it', async () => {
    const page = await preview.page('?world=asking')
    await page.evaluate(() =>
      window.preview.setStatus({ keychain: { state: 'warning', message: 'Keys are saved in a file.' } }),
    )
    await foot(page).getByRole('button', { name: 'No keychain' }).waitFor()
    expect(await checkAccessibility(page, {})).toEqual(ACCESSIBLE)
    await page.close()
  })
})
