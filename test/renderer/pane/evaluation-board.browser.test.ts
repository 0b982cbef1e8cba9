import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { openPreview, type OpenPreview } from '../support/open-preview.ts'

const SLOW_START_MS = 120_000
const executablePath = findBrowser()

describe.skipIf(executablePath === null)(
  'the results of an evaluation in a browser (skipped where no Chrome or Chromium is installed)',
  () => {
    let preview: OpenPreview
    beforeAll(async () => {
      preview = await openPreview(executablePath)
    }, SLOW_START_MS)
    afterAll(() => preview.close())

    it('are shown above its log, and each case opens its agent', async () => {
      const page = await preview.page('?world=evaluation')
      const board = page.getByRole('region', { name: 'Evaluation', exact: true })
      await board.getByText('4 of 4 checked · $0.03').waitFor()
      const models = board.getByRole('table', { name: 'Results by model' })
      expect(await models.getByRole('row').nth(1).getByRole('cell').allInnerTexts()).toEqual([
        '1 of 2',
        '50 %',
        '1–99 %',
        '$0.03',
        '8.4 s',
      ])
      await board.getByText('Cases', { exact: true }).first().click()
      await board.getByRole('button', { name: 'Open sum, claude-haiku-4-5/low, 1: did not pass' }).waitFor()
      await board.getByRole('button', { name: 'Open sum, gpt-5-mini/low, 1: passed' }).click()
      await page.getByRole('region', { name: 'Agent A long talk' }).waitFor()
      await page.close()
    })
  },
)
