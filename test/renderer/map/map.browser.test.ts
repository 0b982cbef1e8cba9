import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { TREE } from '../preview/tree-world.ts'
import { previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)('the map (skipped where no Chrome or Chromium is installed)', () => {
  const preview = previewForTests(executablePath)

  async function openMap(query = '?world=map') {
    const page = await preview.page(query)
    await page.keyboard.press('Control+Shift+G')
    const map = page.getByRole('region', { name: 'Map', exact: true })
    await map.waitFor()
    return { page, map, grid: map.getByRole('treegrid', { name: 'Agents over time' }) }
  }

  const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  const prompt = (page: Page) => page.evaluate(() => document.activeElement?.tagName)

  it('takes the place of the panes by the switch and by its key, which lead back to the prompt', async () => {
    const { page, map } = await openMap()
    expect((await map.boundingBox())?.width).toBe(page.viewportSize()?.width)
    expect(await page.getByRole('navigation', { name: 'Agents' }).count()).toBe(0)
    await page.keyboard.press('Control+Shift+G')
    await expect.poll(() => prompt(page)).toBe('TEXTAREA')
    const views = page.getByRole('navigation', { name: 'Views' })
    await views.getByRole('button', { name: 'Map' }).click()
    expect(await views.getByRole('button', { name: 'Map' }).getAttribute('aria-current')).toBe('page')
    await map.press('Escape')
    await expect.poll(() => prompt(page)).toBe('TEXTAREA')
    await page.close()
  })

  it('has a row for each agent of the day, and one for the attempts of a race, with what each is', async () => {
    const { page, map, grid } = await openMap()
    await expect.poll(() => grid.getByRole('rowheader').count()).toBe(17)
    const names = await grid.getByRole('rowheader').allTextContents()
    expect(new Set(names).size).toBe(17)
    expect(names).toContain('6 attempts')
    expect(names).toContain('… with a worked example')
    await map.getByRole('heading', { name: 'Friday 27 November' }).waitFor()
    await map.getByText('22 agents · 23 prompts · $0.83').waitFor()
    const judge = grid.getByRole('rowheader', { name: /^Judge, .*judge, .*27 Nov 2026, 09:22 to 27 Nov 2026, 09:44$/ })
    await judge.waitFor()
    const rows = grid.getByRole('row')
    expect(await rows.first().getAttribute('aria-level')).toBe('1')
    expect(await grid.getAttribute('aria-rowcount')).toBe('17')
    await grid
      .getByRole('gridcell', { name: '11:03, mail from Find every date comparison, Found nine places.' })
      .waitFor()
    await page.close()
  })

  it('goes along lines, to forks and back by keys, and opens the agent at the prompt', async () => {
    const { page, grid } = await openMap()
    await grid.getByRole('rowheader', { name: /^Tides from scratch/ }).click()
    const steps: string[] = []
    for (const key of [
      'ArrowRight',
      'ArrowRight',
      'End',
      'ArrowRight',
      'ArrowRight',
      'ArrowLeft',
      'ArrowLeft',
      'Home',
    ]) {
      await page.keyboard.press(key)
      steps.push((await focusedName(page)).split(', ').slice(0, 2).join(', '))
    }
    expect(steps).toEqual([
      '12:40, prompt',
      '12:55, prompt',
      '13:05, prompt',
      'Harmonic constituents, idle',
      '13:30, prompt',
      'Harmonic constituents, idle',
      '13:05, prompt',
      '12:40, prompt',
    ])
    await page.keyboard.press('ArrowDown')
    expect(await focusedName(page)).toMatch(/^Harmonic constituents/)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: /Tides from scratch/ }).waitFor()
    expect(await grid.count()).toBe(0)
    await page.close()
  })

  it('says of the line with the cursor where it grew from, its model and its cost, and opens it', async () => {
    const { page, map, grid } = await openMap()
    await grid.getByRole('gridcell', { name: /^13:30, / }).click()
    const details = map.getByRole('complementary', { name: 'Harmonic constituents', exact: true })
    await details.getByText('Tides from scratch, 13:05').waitFor()
    await details.getByText('$0.02, with below $0.06').waitFor()
    await details.getByText(/^13:30, prompt, Explain harmonic constituents/).waitFor()
    await details.getByRole('button', { name: 'Open' }).click()
    await page.locator(`[data-agent-stream="${TREE.chosen}"]`).waitFor()
    expect(await grid.count()).toBe(0)
    await page.close()
  })

  it('becomes wider by key and by wheel around the pointer, and is dragged by the mouse', async () => {
    const { page, grid } = await openMap()
    const cell = grid.getByRole('gridcell', { name: /^11:35, / })
    const at = async () => (await cell.boundingBox())?.x ?? 0
    const width = () => grid.evaluate((element) => element.scrollWidth)
    const before = await width()
    await grid.getByRole('rowheader').first().click()
    await page.keyboard.press('+')
    await expect.poll(width).toBeGreaterThan(before)
    await page.keyboard.press('-')
    await expect.poll(width).toBe(before)

    await cell.hover({ force: true })
    const under = await at()
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -120)
    await page.keyboard.up('Control')
    await expect.poll(width).toBeGreaterThan(before)
    expect(Math.abs((await at()) - under)).toBeLessThan(3)

    const left = await at()
    await page.mouse.move(700, 700)
    await page.mouse.down()
    await page.mouse.move(640, 700, { steps: 4 })
    await page.mouse.up()
    expect(Math.round((await at()) - left)).toBe(-60)
    await page.close()
  })

  it('shows a prompt that is sent while it is open', async () => {
    const { page, map, grid } = await openMap()
    // On this day the engine of the preview records.
    for (let days = 0; days < 7; days += 1) await map.getByRole('button', { name: 'Earlier' }).click()
    await map.getByRole('heading', { name: 'Friday 20 November' }).waitFor()
    const cell = grid.getByRole('gridcell', { name: /a new question/ })
    expect(await cell.count()).toBe(0)
    await page.evaluate(
      (agentId) =>
        window.preview.record({ agentId, turnId: null, kind: 'user', content: 'a new question', data: null }),
      TREE.root,
    )
    await page.evaluate((agentId) => window.preview.change(agentId, { lastMessageId: 9_999_999 }), TREE.root)
    await cell.waitFor()
    await page.close()
  })

  it('shows weeks and months, and leads from an empty time to the last one in which something happened', async () => {
    const { page, map, grid } = await openMap()
    await map.getByRole('radio', { name: 'Week' }).check({ force: true })
    await map.getByRole('heading', { name: /^23.+29 Nov 2026$/ }).waitFor()
    await map.getByRole('radio', { name: 'Month' }).check({ force: true })
    await map.getByRole('heading', { name: 'November 2026' }).waitFor()
    await map.getByRole('radio', { name: 'Day' }).check({ force: true })
    await map.getByRole('button', { name: 'Later' }).click()
    await map.getByText('Nothing happened here.').waitFor()
    await map.getByRole('button', { name: 'Go to Friday 27 November' }).click()
    await grid.getByRole('rowheader', { name: /^Midnight rollover/ }).waitFor()
    expect(await grid.getAttribute('aria-rowcount')).toBe('17')
    await page.close()
  })

  it('compares the lines that were ticked', async () => {
    const { page, map, grid } = await openMap()
    await grid.getByRole('rowheader', { name: /^Tides from scratch/ }).click()
    await page.keyboard.press('Space')
    await grid.getByRole('rowheader', { name: /^Privacy page/ }).click()
    await page.keyboard.press('Space')
    await map.getByRole('button', { name: 'Compare 2 agents' }).click()
    await page.getByRole('textbox', { name: /^Prompt to (both|all)/ }).waitFor()
    expect(await map.count()).toBe(0)
    await page.close()
  })

  it('is a list by time in a narrow window, which opens agents at prompts', async () => {
    const { page, map } = await openMap()
    await page.setViewportSize({ width: 420, height: 800 })
    const list = map.getByRole('list', { name: 'Agents over time' })
    await list.getByRole('button', { name: /^13:30 Harmonic constituents Explain/ }).click()
    await page.locator(`[data-agent-stream="${TREE.chosen}"]`).waitFor()
    expect(await map.count()).toBe(0)
    await page.close()
  })
})
