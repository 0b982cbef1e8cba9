import { expect, test, type Page } from '@playwright/test'

import { type GitFolder, gitFolder } from '../support/git-folder.ts'
import { type Answer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import { tickModel } from '../support/model-pickers.ts'
import { ask, newAgent, serveWindow } from '../support/served-window.ts'

/** Reads the note, GPT another file, and then answers. */
function answer({ host, bodyText }: SimulatorRequest): Answer {
  if (!bodyText.includes('What does it say?')) return textAnswer('Hello.')
  if (/function_call_output|tool_result/.test(bodyText)) return textAnswer('It says so.')
  const path = host === 'openai' ? 'other.txt' : 'note.txt'
  return { type: 'script', blocks: [{ type: 'tool_call', name: 'file_read', arguments: { path } }] }
}

const column = (page: Page, letter: string) => page.getByRole('region', { name: new RegExp(`^${letter}: `) })

async function setFolder(page: Page, agent: string, folder: string): Promise<void> {
  await page.getByRole('treeitem', { name: new RegExp(agent) }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Working folder…' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(folder)
  await page.getByRole('dialog').getByRole('button', { name: 'Set folder' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Runs the agent again with another model, and waits for the question about the call that differs. */
async function runAgain(page: Page, agent: string): Promise<void> {
  await page.getByRole('treeitem', { name: new RegExp(agent) }).click()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Rerun')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Rerun “.*”$/ })
  await tickModel(dialog, 'gpt-5-mini')
  await dialog.getByRole('button', { name: 'Rerun', exact: true }).click()
  await expect(page.getByRole('group', { name: 'How does the rerun go on?' })).toContainText('other.txt')
}

async function choose(page: Page, choice: string): Promise<void> {
  const question = page.getByRole('group', { name: 'How does the rerun go on?' })
  await question.getByRole('radio', { name: choice }).check()
  await question.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(question).toHaveCount(0)
}

test('an agent runs again with another model, and clicks decide about the call that differs', async ({ browser }) => {
  test.setTimeout(240_000)
  const project: GitFolder = await gitFolder()
  await project.write('note.txt', 'the note')
  await project.write('other.txt', 'the other file')
  await project.git('add', '.')
  await project.git('commit', '--quiet', '--message', 'notes')
  const served = await serveWindow(browser)
  served.simulator.answerWith(answer)
  const page = await served.open()
  const agent = await newAgent(page)
  const sent = () => served.simulator.requests.at(-1)?.bodyText ?? ''
  await setFolder(page, agent, project.folder)
  await ask(page, agent, 'What does it say?', 'It says so.')
  expect(sent()).toContain('the note')
  await project.write('note.txt', 'changed since')

  await test.step('the nearest recorded result is played, and both columns are marked', async () => {
    await runAgain(page, agent)
    await choose(page, 'Play the nearest recorded result')
    await expect(column(page, 'B')).toContainText('It says so.')
    expect(sent()).toContain('the note')
    await expect(column(page, 'A').getByText('first divergence of B · another call')).toHaveCount(1)
    await expect(column(page, 'B').getByText('first divergence from A · another call')).toHaveCount(1)
    await expect(column(page, 'B')).toContainText('Rerun of A · 1 call differs')
  })

  await test.step('calls run for real in a worktree', async () => {
    await runAgain(page, agent)
    await choose(page, 'Run for real')
    await expect(column(page, 'B')).toContainText('It says so.')
    expect(sent()).toContain('the other file')
    expect((await project.git('worktree', 'list', '--porcelain')).match(/^worktree /gm)).toHaveLength(2)
  })

  await test.step('the rerun ends, and asks the model nothing more', async () => {
    await runAgain(page, agent)
    const before = served.simulator.requests.length
    await choose(page, 'End the rerun')
    await expect(column(page, 'B')).toContainText('rerun ended at a difference')
    expect(served.simulator.requests).toHaveLength(before)
  })

  await page.close()
  await served.close()
  await project.remove()
})
