import { expect, test, type Locator, type Page } from '@playwright/test'

import { textAnswer } from '../support/provider-simulator/answer.ts'
import { spokenTexts } from '../support/provider-simulator/conversation-texts.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import { ask, newAgent, panes, serveWindow } from '../support/served-window.ts'

/** Each answer has a number of its own and says which prompts the request held. */
function numbered() {
  let answers = 0
  return (request: SimulatorRequest) => {
    answers += 1
    return textAnswer(`Answer ${answers} to ${promptsOf(request).join(' + ')}.`)
  }
}

/** The text that describes a fork to its model may follow the prompt that the fork inherits. */
const FORK_NOTE = /\s*\[A fork begins here\.[^]*$/

const promptsOf = (request: SimulatorRequest | undefined): readonly string[] =>
  (request === undefined ? [] : spokenTexts(request)).flatMap(({ role, text }) =>
    role === 'user' ? [text.replace(FORK_NOTE, '')] : [],
  )

const prompts = (page: Page): Locator => panes(page).getByRole('article', { name: 'Your prompt' })
const answers = (page: Page): Locator => panes(page).getByRole('article', { name: 'Answer' })
const versions = (within: Locator, name: string): Locator => within.getByRole('group', { name, exact: true })

async function edit(page: Page, prompt: Locator, text: string): Promise<void> {
  await prompt.hover()
  await prompt.getByRole('button', { name: 'Edit' }).click()
  const box = page.getByRole('form', { name: 'Edit prompt' }).getByRole('textbox', { name: 'Prompt' })
  await expect(box).toBeFocused()
  await box.fill(text)
  await box.press('Enter')
}

test('prompts are edited, answers tried again, and the versions are stepped through', async ({ browser }) => {
  test.setTimeout(180_000)
  const served = await serveWindow(browser)
  const { simulator } = served
  simulator.answerWith(numbered())
  const page = await served.open()
  const agent = await newAgent(page)
  await ask(page, agent, 'First', 'Answer 1 to First.')

  await test.step('an edit sends only the new words, in the same pane; the old version is one step away', async () => {
    await edit(page, prompts(page).first(), 'First, edited')
    await expect(answers(page)).toContainText('Answer 2 to First, edited.')
    expect(promptsOf(simulator.requests.at(-1))).toEqual(['First, edited'])
    await expect(panes(page)).toHaveCount(1)
    await expect(versions(prompts(page).first(), 'Version 2 of 2')).toBeVisible()
    const previous = prompts(page).first().getByRole('button', { name: 'Previous version' })
    await previous.click()
    await expect(prompts(page).first().getByText('First', { exact: true })).toBeVisible()
    await expect(answers(page)).toContainText('Answer 1 to First.')
    await expect(versions(prompts(page).first(), 'Version 1 of 2')).toBeVisible()
    await expect(previous).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: /^Version 1 of 2, claude-haiku-4-5/ })).toHaveCount(1)
  })

  await test.step('two new tries part at the answer, not at the prompt', async () => {
    for (const count of [2, 3]) {
      await answers(page).last().hover()
      await answers(page).last().getByRole('button', { name: 'Try again' }).click()
      await expect(versions(answers(page).last(), `Version ${count} of ${count}`)).toBeVisible()
    }
    await expect(answers(page).last()).toContainText('Answer 4 to First.')
    await expect(prompts(page)).toHaveCount(1)
    expect(promptsOf(simulator.requests.at(-1))).toEqual(['First'])
  })

  await test.step('the tries share a row of the tree, which shows all of them on demand', async () => {
    const rows = page.getByRole('treeitem')
    const shared = rows.filter({ hasText: '3 versions' })
    await expect(rows).toHaveCount(3)
    await shared.press('ArrowRight')
    await expect(rows).toHaveCount(4)
    await shared.press('ArrowLeft')
    await expect(rows).toHaveCount(3)
  })

  await test.step('going back to a version shows the deeper one that was seen last', async () => {
    await prompts(page).first().getByRole('button', { name: 'Next version' }).click()
    await expect(answers(page)).toContainText('Answer 2 to First, edited.')
    await prompts(page).first().getByRole('button', { name: 'Previous version' }).click()
    await expect(answers(page).last()).toContainText('Answer 4 to First.')
    await expect(versions(answers(page).last(), 'Version 3 of 3')).toBeVisible()
  })

  await test.step('the number lists all versions', async () => {
    await answers(page)
      .last()
      .getByRole('button', { name: /^All versions/ })
      .click()
    const list = page.getByRole('menu', { name: 'Versions' })
    await expect(list.getByRole('menuitemradio')).toHaveCount(3)
    await list.getByRole('menuitemradio').first().click()
    await expect(answers(page).last()).toContainText('Answer 1 to First.')
  })

  await test.step('the last prompt is edited in two acts, by keys alone', async () => {
    await page.keyboard.press('Control+Shift+E')
    await page.keyboard.insertText(' Once more')
    await page.keyboard.press('Enter')
    await expect(answers(page).last()).toContainText('Answer 5 to First Once more.')
    await expect(versions(prompts(page).first(), 'Version 3 of 3')).toBeVisible()
  })

  await test.step('the focused message has single keys', async () => {
    await prompts(page).first().focus()
    await page.keyboard.press('ArrowLeft')
    await expect(versions(prompts(page).first(), 'Version 2 of 3')).toBeVisible()
    await answers(page).last().focus()
    await page.keyboard.press('r')
    await expect(versions(answers(page).last(), 'Version 2 of 2')).toBeVisible()
    await prompts(page).first().focus()
    await page.keyboard.press('e')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('form', { name: 'Edit prompt' })).toHaveCount(0)
    await prompts(page).first().focus()
    await page.keyboard.press('Shift+F')
    await expect(page.getByRole('radio', { name: 'everything before the chosen message' })).toBeChecked()
    await page.keyboard.press('Escape')
  })

  await test.step('several models that try again are compared with the answer that was there', async () => {
    await answers(page).last().focus()
    await page.keyboard.press('Shift+R')
    const dialog = page.getByRole('dialog', { name: 'Try again with…' })
    for (const model of ['claude-sonnet-4-5', 'gpt-5-mini']) {
      await dialog.getByRole('searchbox', { name: 'Search models' }).fill(model)
      await dialog.getByRole('checkbox', { name: model, exact: true }).check()
    }
    await dialog.getByRole('button', { name: 'Try again with 2 models' }).click()
    await expect(page.getByRole('region', { name: /^[A-C]: / })).toHaveCount(3)
  })
  await served.close()
})

test('a fork before a prompt does not know it', async ({ browser }) => {
  test.setTimeout(120_000)
  const served = await serveWindow(browser)
  served.simulator.answerWith(numbered())
  const page = await served.open()
  const agent = await newAgent(page)
  await ask(page, agent, 'One', 'Answer 1 to One.')
  await ask(page, agent, 'Two', 'Answer 2 to One + Two.')
  await prompts(page).nth(1).hover()
  await prompts(page).nth(1).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Fork before this…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Fork/ })
  await dialog.getByRole('textbox', { name: /^Prompt/ }).fill('Other')
  await dialog.getByRole('button', { name: 'Fork', exact: true }).click()
  await expect(page.getByText('Answer 3 to One + Other.')).toBeVisible()
  expect(promptsOf(served.simulator.requests.at(-1))).toEqual(['One', 'Other'])
  await served.close()
})
