import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test, type Page } from '@playwright/test'

import { closeAll } from '../support/close-all.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { tickModel } from '../support/model-pickers.ts'
import { windowForTests } from '../support/served-window.ts'

test.describe.configure({ mode: 'default' })

const served = windowForTests()
let folder: string
let file: string
let page: Page

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ikigai-evaluation-'))
  file = join(folder, 'tasks.yaml')
  page = await served.open()
})
test.afterEach(() => closeAll(page, folder))

async function openDialog() {
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox').fill('Run evaluation…')
  await page.getByRole('option', { name: /^Run evaluation…/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Run evaluation' })
  for (const model of ['claude-sonnet-4-5', 'gpt-5-mini']) {
    await tickModel(dialog, model)
  }
  return dialog
}

test('an evaluation is started from a file, stopped, resumed and saved as a page', async () => {
  let isHeld = true
  served.simulator.answerWith(({ host }) =>
    textAnswer(
      host === 'anthropic' ? 'yes <b>of course</b>' : 'no',
      isHeld && host === 'openai' ? { holdAfterEvents: 1 } : {},
    ),
  )
  const tasks = ['one', 'two'].map((name) => ({ name, prompt: `Is ${name} a number?`, checks: [{ matches: 'yes' }] }))
  await writeFile(file, JSON.stringify({ name: 'Numbers', tasks }))
  const dialog = await openDialog()
  await dialog.getByRole('button', { name: 'Run evaluation' }).click()
  await expect(dialog.getByText('Enter the path of the file with the tasks.')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^File with the tasks/ }).fill(join(folder, 'none.yaml'))
  await dialog.getByRole('button', { name: 'Run evaluation' }).click()
  await expect(dialog.getByText(/none\.yaml cannot be read/)).toBeVisible()
  await dialog.getByRole('textbox', { name: /^File with the tasks/ }).fill(file)
  await dialog.getByRole('spinbutton', { name: 'Repetitions' }).fill('2')
  await dialog.getByRole('button', { name: 'Run evaluation' }).click()

  const board = page.getByRole('region', { name: 'Evaluation', exact: true })
  const models = board.getByRole('table', { name: 'Results by model' })
  await expect(board.getByRole('status')).toHaveText('Running')
  await expect(models.getByRole('row', { name: /Sonnet/ })).toContainText('4 of 4')
  await board.getByRole('button', { name: 'Stop evaluation' }).click()
  await expect(board.getByRole('status')).toHaveText('Stopped')
  isHeld = false
  await board.getByRole('button', { name: 'Resume evaluation' }).click()
  await expect(board.getByRole('status')).toHaveText('Ended')
  await expect(board.getByText('8 of 8 checked')).toBeVisible()
  await expect(models.getByRole('row', { name: /Sonnet/ })).toContainText('100 %')
  await expect(board.getByRole('button', { name: 'Resume evaluation' })).toHaveCount(0)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    board.getByRole('button', { name: 'Save as page…' }).click(),
  ])
  const saved = await readFile(await download.path(), 'utf8')
  expect(saved).toContain('yes &#60;b&#62;of course&#60;/b&#62;')
})
