import { expect, test, type Page } from '@playwright/test'

import { filesIn, type GitFolder, gitFolder } from '../support/git-folder.ts'
import {
  changedFiles,
  copyProjectWithFault,
  FAILING_TEST,
  FAULTY,
  FIXING_HOSTS,
  fixingAnswers,
  testPasses,
} from '../support/project-copy.ts'
import { tickModel } from '../support/model-pickers.ts'
import { ask, newAgent, pane, serveWindow } from '../support/served-window.ts'

const MODELS = ['claude-sonnet-4-5', 'gpt-5-mini', 'gemini-2.5-flash'] as const

const columns = (page: Page) => page.getByRole('region', { name: /^[A-C]: / })

async function choose(page: Page, row: RegExp, item: string): Promise<void> {
  await page.getByRole('treeitem', { name: row }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Answers questions, which are asked where there is no sandbox, until all columns contain the last answer. */
async function untilAllAnswered(page: Page): Promise<void> {
  const allow = page.getByRole('button', { name: /^Allow once/ })
  await expect(async () => {
    for (let count = await allow.count(); count > 0; count -= 1) await allow.first().click({ timeout: 1_000 })
    await expect(columns(page).filter({ hasText: 'It passes now.' })).toHaveCount(3, { timeout: 500 })
  }).toPass({ timeout: 120_000 })
}

test('three models fix a failing test in worktrees of their own, and one fix is applied and taken back', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const project: GitFolder = await gitFolder()
  await copyProjectWithFault(project)
  const served = await serveWindow(browser)
  const page = await served.open()
  const parent = await newAgent(page)
  const before = await project.files()
  expect(await testPasses(project.folder)).toBe(false)

  await test.step('the agent works in the project, which is trusted by a click', async () => {
    await choose(page, new RegExp(parent), 'Working folder…')
    await page.getByRole('dialog').getByRole('textbox').fill(project.folder)
    await page.getByRole('dialog').getByRole('button', { name: 'Set folder' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const trust = page.getByRole('button', { name: /^Trust/ })
    const asked = ask(page, parent, 'Hello')
    await trust.click()
    await asked
  })

  await test.step('three models fix the test side by side', async () => {
    for (const host of FIXING_HOSTS) for (const answer of fixingAnswers(host)) served.simulator.enqueue(host, answer)
    await page.keyboard.press('Alt+Shift+N')
    const dialog = page.getByRole('dialog')
    for (const model of MODELS) {
      await tickModel(dialog, model)
    }
    await expect(dialog.getByRole('checkbox', { name: /^Own worktree/ })).toBeChecked()
    await dialog.getByRole('textbox', { name: /^Prompt/ }).fill('Fix the failing test')
    await dialog.getByRole('button', { name: 'Fork into 3 agents' }).click()
    await expect(columns(page)).toHaveCount(3)
    await untilAllAnswered(page)
  })

  await test.step('no byte of one is in the worktree of another, or in the main folder', async () => {
    const folders = (await project.git('worktree', 'list', '--porcelain')).match(/(?<=^worktree ).+/gm)?.slice(1) ?? []
    expect(folders).toHaveLength(3)
    const changed = await Promise.all(folders.map(async (folder) => changedFiles(before, await filesIn(folder))))
    expect(changed.flat().toSorted()).toEqual([FAILING_TEST, FAULTY, FAULTY])
    expect(await Promise.all(folders.map(testPasses))).toEqual([true, true, true])
    const mended = await Promise.all(folders.map(async (folder) => (await filesIn(folder))[FAULTY]))
    expect(new Set(mended).size).toBe(3)
    expect(await project.files()).toEqual(before)
  })

  await test.step('the comparison shows the same file of all of them in one row', async () => {
    await page.getByRole('tab', { name: 'Changes' }).click()
    const row = (path: string) => page.getByRole('region', { name: path, exact: true })
    await expect(row(FAULTY)).toContainText(/Different in [A-C] and [A-C]/)
    await expect(row(FAULTY).getByRole('figure')).toHaveCount(2)
    await expect(row(FAILING_TEST)).toContainText(/Only in [A-C]/)
    await page.getByRole('tab', { name: 'Answers' }).click()
  })

  await test.step('the winner is applied to the main folder', async () => {
    await page.keyboard.press('Escape')
    const winner = page.getByRole('treeitem', { name: /Sonnet 4\.5.*own worktree ikigai/ })
    await winner.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Show changes' }).click()
    const dialog = page.getByRole('region', { name: /^Changes of/ })
    await expect(dialog.getByRole('navigation', { name: 'Changed files' }).getByRole('listitem')).toHaveText([
      /change-figures\.ts/,
    ])
    await dialog.getByRole('button', { name: 'Publish…' }).click()
    await dialog.getByRole('button', { name: /^Apply to / }).click()
    await dialog.getByText(`${FAULTY}: Applied unchanged`).waitFor()
    await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect(dialog.getByRole('button', { name: /^Apply to / })).toBeVisible()
    await page.keyboard.press('Control+Shift+D')
    expect(changedFiles(before, await project.files())).toEqual([FAULTY])
    expect(await testPasses(project.folder)).toBe(true)
  })

  await test.step('and taken back byte for byte', async () => {
    await choose(page, new RegExp(parent), 'Open')
    const rule = pane(page, parent).getByText(/^Applied changes: 1 file changed \+1 −1/)
    await rule.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => project.files()).toEqual(before)
  })

  await test.step('a race of two is set up by clicks, and the one that passes is adopted and taken back', async () => {
    for (const host of ['openai', 'anthropic'] as const)
      for (const answer of fixingAnswers(host)) served.simulator.enqueue(host, answer)
    await choose(page, new RegExp(parent), 'Open')
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox').fill('Race…')
    await page.getByRole('option', { name: /^Race…/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Race from/ })
    for (const model of ['claude-sonnet-4-5', 'gpt-5-mini']) {
      await tickModel(dialog, model)
    }
    await dialog.getByRole('textbox', { name: 'Task' }).fill('Fix the failing test')
    await dialog.getByRole('button', { name: 'Start race of 2' }).click()
    await expect(dialog).toContainText('Enter the test command')
    await dialog.getByRole('textbox', { name: 'Test command' }).fill(`node --test ${FAILING_TEST}`)
    await dialog.getByRole('combobox', { name: 'Winner' }).selectOption('smallest')
    await dialog.getByRole('checkbox', { name: /no sandbox/ }).check()
    await dialog.getByRole('button', { name: 'Start race of 2' }).click()
    const board = page.getByRole('region', { name: 'Race', exact: true })
    const allow = page.getByRole('button', { name: /^Allow once/ })
    await expect(async () => {
      // Where there is no sandbox, commands of the attempts are asked about.
      const answer = board.getByRole('button', { name: /^Answer/ })
      if ((await answer.count()) > 0) await answer.first().click({ timeout: 1_000 })
      for (let count = await allow.count(); count > 0; count -= 1) await allow.first().click({ timeout: 1_000 })
      await expect(board.getByRole('status')).toContainText('wins: 1 of 1 test', { timeout: 500 })
    }).toPass({ timeout: 120_000 })
    await expect(board.getByRole('row', { name: /Passed .*1 of 1 test .*\+1 −1/ })).toHaveCount(2)
    expect(await project.files()).toEqual(before)
    await board
      .getByRole('row', { name: /Winner/ })
      .getByRole('button', { name: /^Adopt/ })
      .click()
    await expect.poll(async () => changedFiles(before, await project.files())).toEqual([FAULTY])
    await page
      .getByText(/^Applied 1 file to/)
      .locator('..')
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect.poll(() => project.files()).toEqual(before)
  })

  await served.close()
  await project.remove()
})
