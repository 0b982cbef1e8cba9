import type { Locator } from '@playwright/test'
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
    const row = table.getByRole('row').filter({ hasText: 'gpt-5-mini' })
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
    expect(await said('gpt-5-mini', 'state')).toBe('Passed')
    expect(await said('gpt-5-mini', 'tests')).toBe('14 of 14 tests')
    expect(await said('gemini-2.5-flash', 'state')).toBe('Ended decided before it finished')
    expect(await said('gemini-2.5-flash', 'changes')).toContain('changes the tests')
    expect(await said('mistral-medium', 'state')).toBe('Tests failed')
    await row('gpt-5-mini').getByRole('img', { name: 'Winner' }).waitFor()
    await page.keyboard.press('Control+Shift+Y')
    await page.getByRole('log').filter({ visible: true }).first().waitFor()
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
