import { readFile } from 'node:fs/promises'

import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)(
  'the results of an evaluation in a browser (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    it('are shown above its log, and each case opens its agent', async () => {
      const page = await preview.page('?world=evaluation')
      const board = page.getByRole('region', { name: 'Evaluation', exact: true })
      await board.getByText('4 of 4 checked · $0.03').waitFor()
      const models = board.getByRole('table', { name: 'Results by model' })
      expect(await models.getByRole('row').nth(1).getByRole('cell').allInnerTexts()).toEqual([
        '2 of 2',
        '1 of 2',
        '50 %',
        '1–99 %',
        '$0.03',
        '8.4 s',
      ])
      await board.getByText('Cases', { exact: true }).first().click()
      await board.getByRole('button', { name: 'Open sum, Haiku 4.5 · low, 1: did not pass' }).waitFor()
      await board.getByRole('button', { name: 'Open sum, GPT-5 mini · low, 1: passed' }).click()
      await page.getByRole('region', { name: 'Agent A long talk' }).waitFor()
      await page.close()
    })

    it.each([
      ['Go on', 'went on all the same', 'Running'],
      ['Stop', 'not gone on', 'Stopped'],
    ])('say which tests cannot start or pass before any request, and ask: %s', async (button, said, status) => {
      const page = await preview.ownPage('?world=asking-evaluation')
      const board = page.getByRole('region', { name: 'Evaluation', exact: true })
      await board.getByText('1 of 4 checked · 1 not judged · $0.03').waitFor()
      expect(await board.getByRole('status').innerText()).toBe('No model was asked yet.')
      const question = board.getByRole('group', { name: 'Before any request' })
      expect(await question.getByRole('paragraph').allInnerTexts()).toEqual([
        expect.stringContaining('sum · vitest run: The test cannot start in an untouched worktree: command not found'),
        'totals, rounding · node --test: The test passed before any change.',
      ])
      expect(await question.getByLabel('Printed at the end').allInnerTexts()).toEqual(['sh: 1: vitest: not found'])
      await question.getByRole('button', { name: button, exact: true }).press('Enter')
      await board.getByRole('status').getByText(status, { exact: true }).waitFor()
      await page.getByText(said).waitFor()
      expect(await board.getByRole('button', { name: 'Go on' }).count()).toBe(0)
      await board.getByText('Cases', { exact: true }).first().click()
      await board.getByRole('button', { name: 'Open sum, Haiku 4.5 · low, 1: not judged' }).waitFor()
      await page.close()
    })

    it('come from a file that is run with the chosen models, and the dialog says what is missing', async () => {
      const page = await preview.page('?world=evaluation')
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox').fill('Run evaluation')
      await page.getByRole('option', { name: /^Run evaluation…/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Run evaluation' })
      const run = dialog.getByRole('button', { name: 'Run evaluation' })
      await run.click()
      await dialog.getByText('Select at least one model.').waitFor()
      await dialog.getByRole('checkbox').first().check()
      await run.click()
      await dialog.getByText('Enter the path of the file with the tasks.').waitFor()
      await dialog.getByRole('textbox', { name: /^File with the tasks/ }).fill(' /home/ada/figures.yaml ')
      await dialog.getByRole('textbox', { name: 'Limit in dollars' }).fill('much')
      await run.click()
      await dialog.getByText(/^Enter the limit as an amount/).waitFor()
      await dialog.getByRole('textbox', { name: 'Limit in dollars' }).fill('2.50')
      await run.click()
      await dialog.waitFor({ state: 'hidden' })
      const board = page.getByRole('region', { name: 'Evaluation', exact: true })
      expect(await board.getByRole('status').innerText()).toBe('Ended')
      await page.close()
    })

    it('compare models with each other and with another run, and are saved as a file', async () => {
      const page = await preview.page('?world=evaluation')
      const board = page.getByRole('region', { name: 'Evaluation', exact: true })
      await board.getByText('Compare', { exact: true }).click()
      const cells = (name: string) =>
        board.getByRole('table', { name }).getByRole('row').nth(1).getByRole('cell').allInnerTexts()
      await expect.poll(() => cells('Models with each other')).toEqual(['1', '0', '1', '+50 points', '1.000'])
      await board.getByRole('combobox', { name: 'Other run' }).selectOption({ label: 'A long talk · beef00' })
      await board.getByRole('table', { name: 'This run against the other one' }).waitFor()
      await expect.poll(() => cells('This run against the other one')).toEqual(['0', '9', '1', '−88 points', '0.004'])
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        board.getByRole('button', { name: 'Save as JSON' }).click(),
      ])
      expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ planned: 4, checked: 4 })
      await page.close()
    })
  },
)
