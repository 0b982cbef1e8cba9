import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test, type Locator, type Page } from '@playwright/test'

import { closeAll } from '../support/close-all.ts'
import { type GitFolder, gitFolder } from '../support/git-folder.ts'
import { type Answer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import { tickModel } from '../support/model-pickers.ts'
import { ask, newAgent, windowForTests } from '../support/served-window.ts'

const FAULTY = 'export const add = (a, b) => a - b\nexport const half = (a) => a / 3\n'
const RIGHT = 'export const add = (a, b) => a + b\nexport const half = (a) => a / 2\n'
/** Mends one of the two. */
const HALF_RIGHT = FAULTY.replace('a - b', 'a + b')
const TEST = `import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { add, half } from './sums.mjs'

test('adds', () => equal(add(1, 2), 3))
test('halves', () => equal(half(4), 2))
`

test.describe.configure({ mode: 'default' })

const served = windowForTests()
let project: GitFolder
let page: Page
let name: string

test.beforeAll(async () => {
  served.simulator.answerWith(answerOf)
})
test.beforeEach(async () => {
  project = await gitFolder()
  await project.write('sums.mjs', FAULTY)
  await project.write('check.test.mjs', TEST)
  await project.git('add', '--all')
  await project.git('commit', '--quiet', '-m', 'files')
  page = await served.open()
  name = await newAgent(page)
  await page.getByRole('treeitem', { name: new RegExp(name) }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Working folder…' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(project.folder)
  await page.getByRole('dialog').getByRole('button', { name: 'Set folder' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await ask(page, name, 'Hello')
})
test.afterEach(() => closeAll(page, project))

/** Claude mends the file, GPT half of it; both end their turns with a claim. */
function answerOf(request: SimulatorRequest): Answer | undefined {
  if (!request.bodyText.includes('Mend the sums')) return undefined
  const content = request.host === 'anthropic' ? RIGHT : HALF_RIGHT
  return hasResult(request)
    ? textAnswer('All tests pass now.')
    : { type: 'script', blocks: [{ type: 'tool_call', name: 'file_edit', arguments: mend(content) }] }
}

const mend = (content: string) => ({ path: 'sums.mjs', old_string: FAULTY, new_string: content })

function hasResult({ bodyText }: SimulatorRequest): boolean {
  return /"type":"(tool_result|function_call_output)"/.test(bodyText)
}

interface RaceWish {
  readonly models: readonly string[]
  /** Of each model. */
  readonly attempts?: string
  readonly dollars?: string
}

async function race({ models, attempts, dollars }: RaceWish): Promise<Locator> {
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox').fill('Race…')
  await page.getByRole('option', { name: /^Race…/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Race from/ })
  for (const model of models) {
    await tickModel(dialog, model)
  }
  await dialog.getByRole('textbox', { name: 'Task' }).fill('Mend the sums')
  await dialog.getByRole('textbox', { name: 'Test command' }).fill('node --test check.test.mjs')
  await dialog.getByRole('spinbutton', { name: 'Retries after a failed test' }).fill('0')
  if (attempts !== undefined) await dialog.getByRole('spinbutton', { name: 'Attempts of each model' }).fill(attempts)
  if (dollars !== undefined) await dialog.getByRole('textbox', { name: 'Limit in dollars' }).fill(dollars)
  await dialog.getByRole('combobox', { name: 'Winner' }).selectOption('smallest')
  await dialog.getByRole('checkbox', { name: /no sandbox/ }).check()
  await dialog.getByRole('button', { name: /^Start race/ }).click()
  return page.getByRole('region', { name: 'Race', exact: true })
}

const toast = (text: RegExp) => page.getByText(text).locator('..')

/** The file that the attempts write, as each worktree of the project has it. */
async function written(): Promise<readonly string[]> {
  const [, ...worktrees] = (await project.git('worktree', 'list', '--porcelain')).matchAll(/^worktree (.*)$/gm)
  return Promise.all(worktrees.map(([, folder = '']) => readFile(join(folder, 'sums.mjs'), 'utf8')))
}

test('a race of six counts the tests, is adopted without touching the folder before, and taken back byte for byte', async () => {
  test.setTimeout(180_000)
  const before = await project.files()
  const board = await race({ models: ['claude-sonnet-4-5', 'gpt-5-mini'], attempts: '3' })
  await expect(board.getByRole('status')).toContainText('wins: 2 of 2 tests', { timeout: 90_000 })
  await expect(board.getByRole('row', { name: /Winner.*2 of 2 tests/ })).toContainText('Sonnet 4.5')
  await expect(board.getByRole('row', { name: /Sonnet 4.5.*2 of 2 tests/ })).toHaveCount(3)
  await expect(board.getByRole('row', { name: /GPT-5 Mini.*1 of 2 tests/ })).toHaveCount(3)
  expect(await project.git('status', '--porcelain')).toBe('')
  // All wrote the same path, each in its own worktree.
  expect((await written()).toSorted()).toEqual([RIGHT, RIGHT, RIGHT, HALF_RIGHT, HALF_RIGHT, HALF_RIGHT].toSorted())
  await board
    .getByRole('row', { name: /Winner/ })
    .getByRole('button', { name: /^Adopt / })
    .click()
  await expect.poll(async () => (await project.files())['sums.mjs']).toBe(RIGHT)
  await expect(page.getByRole('treeitem', { name: /GPT-5 Mini/ })).toHaveCount(0)
  await expect(page.getByRole('treeitem', { name: /^Sonnet 4.5/ })).toHaveCount(1)
  await expect.poll(async () => (await project.git('worktree', 'list')).trim().split('\n')).toHaveLength(1)
  await toast(/^Applied 1 file to/)
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect.poll(() => project.files()).toEqual(before)
})

test('a file that changed meanwhile is a conflict, and nothing is written before it is left out', async () => {
  const board = await race({ models: ['claude-sonnet-4-5'] })
  await expect(board.getByRole('status')).toContainText('wins: 2 of 2 tests')
  const mine = 'export const add = (a, b) => Number(a) + b\nexport const half = (a) => a * 0.5\n'
  await project.write('sums.mjs', mine)
  await board.getByRole('button', { name: /^Adopt / }).click()
  const dialog = page.getByRole('dialog', { name: 'Adopt with conflicts' })
  const apply = dialog.getByRole('button', { name: 'Apply', exact: true })
  const leaveOut = dialog
    .getByRole('group', { name: 'Conflicts' })
    .getByRole('checkbox', { name: 'Leave out sums.mjs' })
  await expect(leaveOut).toBeFocused()
  await expect(apply).toBeDisabled()
  await leaveOut.check()
  await apply.click()
  await expect(dialog).toHaveCount(0)
  await expect(
    page.getByText(/^There was nothing to apply\. 1 worktree is kept: sums\.mjs of its changes/),
  ).toBeVisible()
  expect(await written()).toHaveLength(1)
  expect(await project.read('sums.mjs')).toBe(mine)
})

test('a race ends at its limit, and no further request is sent', async () => {
  const board = await race({ models: ['claude-sonnet-4-5', 'gpt-5-mini'], dollars: '0.0001' })
  await expect(board.getByRole('status')).toContainText('None passed.')
  await expect(board.getByRole('row', { name: /Budget used/ })).toHaveCount(2)
  const sent = served.simulator.requests.length
  // The board has taken the place of the panes.
  await page.keyboard.press('Alt+y')
  await ask(page, name, 'And now?')
  await expect.poll(() => served.simulator.requests.length).toBe(sent + 1)
})
