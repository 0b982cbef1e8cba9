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
    const table = page.getByRole('table').filter({ hasText: 'wins' })
    const row = table.getByRole('row').filter({ hasText: 'gpt-5-mini' })
    const first = [row.getByRole('rowheader'), row.getByRole('cell', { name: 'passed' }), row.getByText('14/14')]
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
