import type { Locator, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)('The board of a race (skipped where no Chrome is installed)', () => {
  const preview = previewForTests(executablePath)

  const middle = async (cell: Locator): Promise<number> => {
    const { y, height } = (await cell.boundingBox()) ?? { y: Number.NaN, height: 0 }
    return y + height / 2
  }

  it('shows an attempt as a card of two lines in a narrow window, and stays a table', async () => {
    const page = await preview.ownPage('?world=race')
    await page.setViewportSize({ width: 420, height: 800 })
    const table = page.getByRole('table', { name: '3 attempts' })
    const row = table.getByRole('row').filter({ hasText: 'GPT-5 mini' })
    const first = [row.getByRole('rowheader'), row.getByText('Passed'), row.getByText('of 14 tests')]
    const second = [row.getByText('+12 −4'), row.getByText('$0.06'), row.getByRole('button', { name: /^Adopt / })]
    const [top, ...others] = await Promise.all(first.map(middle))
    const [bottom, ...more] = await Promise.all(second.map(middle))
    for (const line of others) expect(line).toBeCloseTo(top ?? 0, -1)
    for (const line of more) expect(line).toBeCloseTo(bottom ?? 0, -1)
    expect(bottom).toBeGreaterThan((top ?? 0) + 15)
    const isCut = await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    expect(isCut).toBe(false)
    await page.close()
  })

  it('takes the place of the conversation, with words that say what happened, and gives it back', async () => {
    const page = await preview.page('?world=race')
    await page.getByRole('button', { name: 'Open board' }).click()
    const board = page.getByRole('region', { name: 'Race', exact: true })
    await board.getByText('Check the audience.').waitFor()
    expect(await page.getByRole('log').filter({ visible: true }).count()).toBe(0)
    const row = (text: string) => board.getByRole('row').filter({ hasText: text })
    const said = async (text: string, column: string) =>
      (await row(text).locator(`[data-column=${column}]`).innerText()).replaceAll(/\s+/g, ' ')
    expect(await said('GPT-5 mini', 'state')).toBe('Passed')
    expect(await said('GPT-5 mini', 'tests')).toBe('14 of 14 tests')
    expect(await said('Gemini 2.5 Flash', 'state')).toBe('Ended decided before it finished')
    expect(await said('Gemini 2.5 Flash', 'changes')).toContain('changes the tests')
    expect(await said('mistral-medium', 'state')).toBe('Tests failed')
    await row('GPT-5 mini').getByRole('img', { name: 'Winner' }).waitFor()
    await page.keyboard.press('Control+Shift+Y')
    await page.getByRole('log').filter({ visible: true }).first().waitFor()
    await page.close()
  })

  const views = (page: Page) => page.getByRole('navigation', { name: 'Views' })
  const board = (page: Page) => page.getByRole('region', { name: 'Race', exact: true })

  it('is one of the views where there is a race, stands beside the tree, and leads back', async () => {
    const without = await preview.page()
    expect(await views(without).getByRole('button', { name: 'Race' }).count()).toBe(0)
    await without.keyboard.press('Control+Shift+Y')
    expect(await board(without).count()).toBe(0)
    await without.close()
    const page = await preview.page('?world=six-attempts')
    await views(page).getByRole('button', { name: 'Race' }).click()
    await board(page).getByRole('heading', { name: 'Six attempts' }).waitFor()
    await board(page).getByText('3f2a91c').waitFor()
    expect(await page.getByRole('navigation', { name: 'Agents' }).count()).toBe(1)
    expect(await page.getByRole('treeitem', { name: /^Six attempts/ }).getAttribute('aria-selected')).toBe('true')
    expect(await page.getByRole('region', { name: /^Agent / }).count()).toBe(0)
    expect(await views(page).getByRole('button', { name: 'Race' }).getAttribute('aria-current')).toBe('page')
    await board(page).press('Escape')
    await page
      .getByRole('region', { name: /^Agent / })
      .first()
      .waitFor()
    await page.close()
  })

  it.each(['Kimi K3', 'Opus 5.5'])('opens the attempt %s beside it, and stays when that is closed', async (attempt) => {
    const page = await preview.page('?world=six-attempts')
    await page.keyboard.press('Control+Shift+Y')
    const row = board(page).getByRole('row').filter({ hasText: attempt })
    await row.press('Enter')
    const pane = page.getByRole('region', { name: `Agent ${attempt}` })
    await pane.waitFor()
    await board(page).getByRole('heading', { name: 'Six attempts' }).waitFor()
    await pane.getByRole('button', { name: 'Close pane' }).click()
    await expect.poll(() => pane.count()).toBe(0)
    expect(await board(page).count()).toBe(1)
    await row.press('Enter')
    await pane.waitFor()
    await views(page).getByRole('button', { name: 'Panes' }).click()
    await expect.poll(() => board(page).count()).toBe(0)
    expect(await pane.count()).toBe(1)
    await page.close()
  })

  it('shows below what an attempt asks, and which tests of the chosen one still fail', async () => {
    const page = await preview.page('?world=six-attempts')
    await page.keyboard.press('Control+Shift+Y')
    await board(page).getByRole('heading', { name: 'Kimi K3 needs you' }).waitFor()
    expect(
      await board(page)
        .getByRole('button', { name: /^Allow once/ })
        .count(),
    ).toBe(1)
    await board(page).getByRole('row').filter({ hasText: 'Sonnet 5.5' }).click()
    const failing = board(page).getByRole('region', { name: 'Sonnet 5.5: what still fails' })
    await failing.getByText('2 tests still fail').waitFor()
    await failing.getByText('Sunday 00:20').waitFor()
    await board(page).getByRole('img', { name: 'Tests passed, minute by minute: Gemini 4 Argon won with 14' }).waitFor()
    await page.close()
  })

  it('has one act in each row, the changes behind their figures, and the winner first', async () => {
    const page = await preview.page('?world=six-attempts')
    await page.keyboard.press('Control+Shift+Y')
    const rows = board(page).locator('tbody tr')
    const acts = () =>
      rows.evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll('td:last-child button')].map((each) => each.textContent.trim())),
      )
    await expect.poll(acts).toEqual([['Adopt'], ['Adopt'], ['Adopt'], ['Stop'], ['Answer'], ['Open']])
    await board(page)
      .getByRole('status')
      .getByText('Gemini 4 Argon wins: 14 of 14 tests for $0.06, with the smallest change.')
      .waitFor()
    await board(page).getByRole('button', { name: 'Review Opus 5.5: 3 files, +31 −9' }).click()
    await page.getByRole('region', { name: 'Changes of “Opus 5.5”' }).waitFor()
    await page.close()
  })

  it('has the measures that were drawn for it in a window of 1440 px', async () => {
    const page = await preview.page('?world=six-attempts')
    await page.keyboard.press('Control+Shift+Y')
    await board(page).getByRole('heading', { name: 'Six attempts' }).waitFor()
    const place = async (of: Locator) => (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const rows = board(page).getByRole('row')
    const heights = await Promise.all([0, 1, 6].map(async (index) => (await place(rows.nth(index))).height))
    expect(heights).toEqual([30, 52, 52])
    expect((await place(board(page).locator('header'))).height).toBe(44)
    const columns = await rows
      .nth(1)
      .locator('> *')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width))
    // Branch and number, then attempt, state, tests, changes, cost, time and act.
    const drawn = [88, 220, 184, 202, 120, 92, 70, 124]
    for (const [index, width] of drawn.entries()) expect(Math.abs((columns[index] ?? 0) - width)).toBeLessThanOrEqual(4)
    await page.close()
  })

  it.each([390, 320])('fits a window of %d px with all of its acts', async (width) => {
    const page = await preview.page('?world=six-attempts')
    await page.setViewportSize({ width, height: 800 })
    await page.getByRole('banner').getByRole('button', { name: 'Tree and views' }).click()
    await page.getByRole('menuitemradio', { name: 'Race' }).click()
    await board(page).getByRole('heading', { name: 'Six attempts' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const isCut = await board(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    expect(isCut).toBe(false)
    for (const name of ['Compare changes', 'Judge the passing…', 'Stop all', 'Answer Kimi K3']) {
      expect(await board(page).getByRole('button', { name }).isVisible()).toBe(true)
    }
    await page.close()
  })

  it('goes through its rows by arrows, selects with Space and opens an attempt with Enter', async () => {
    const page = await preview.page('?world=race')
    await page.getByRole('button', { name: 'Open board' }).click()
    const rows = page.getByRole('region', { name: 'Race', exact: true }).locator('tbody tr')
    await rows.nth(0).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    expect(await rows.evaluateAll((all) => all.map((row) => row.ariaSelected))).toEqual(['false', 'true', 'true'])
    await page.getByRole('button', { name: 'Compare changes' }).click()
    await page.getByRole('region', { name: 'Comparison of 2 agents' }).waitFor()
    expect(await page.getByRole('tab', { name: 'Changes' }).getAttribute('aria-selected')).toBe('true')
    await page.close()
  })

  it.each([
    ['Go on', 'went on all the same', 'Running'],
    ['Stop', 'not gone on', 'None passed.'],
  ])('says why a test cannot start, and asks before any model: %s', async (button, said, status) => {
    const page = await preview.ownPage('?world=asking-race')
    const board = page.getByRole('region', { name: 'Race', exact: true })
    await board.getByText('No model was asked yet.').waitFor()
    const question = board.getByRole('group', { name: 'Before any request' })
    expect(await question.getByText(/cannot start/).innerText()).toContain('command not found: vitest')
    expect(await question.getByLabel('Printed at the end').innerText()).toContain('sh: 1: vitest: not found')
    await question.getByRole('button', { name: button, exact: true }).press('Enter')
    await board.getByText(status, { exact: true }).waitFor()
    await page.getByText(said).waitFor()
    expect(await board.getByRole('button', { name: 'Go on' }).count()).toBe(0)
    await page.close()
  })

  it('asks in German', async () => {
    const page = await preview.ownPage('?world=asking-race')
    await page.evaluate(() => window.localStorage.setItem('ikigai.language', 'de'))
    await page.reload()
    await page.getByText('Trotzdem weitermachen?').waitFor()
    await page
      .getByRole('region', { name: 'Wettlauf', exact: true })
      .getByText(/startet in einem unberührten Worktree nicht: command not found: vitest/)
      .waitFor()
    expect(await page.getByRole('button', { name: 'Weitermachen' }).count()).toBe(1)
    await page.evaluate(() => window.localStorage.removeItem('ikigai.language'))
    await page.close()
  })
})
