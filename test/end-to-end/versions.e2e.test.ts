import { expect, test, type Locator, type Page } from '@playwright/test'

import { textAnswer } from '../support/provider-simulator/answer.ts'
import { spokenTexts } from '../support/provider-simulator/conversation-texts.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import { tickModel } from '../support/model-pickers.ts'
import { ask, namesOf, newAgent, panes, promptTo, serveWindow } from '../support/served-window.ts'

/** Each answer has a number of its own and says which prompts the request held. */
function numbered() {
  let answers = 0
  return (request: SimulatorRequest) => {
    answers += 1
    return textAnswer(`Answer ${answers} to ${promptsOf(request).join(' + ')}.`)
  }
}

const promptsOf = (request: SimulatorRequest | undefined): readonly string[] =>
  (request === undefined ? [] : spokenTexts(request)).flatMap(({ role, text }) => (role === 'user' ? [text] : []))

const prompts = (page: Page): Locator => panes(page).getByRole('article', { name: 'Your prompt' })
const answers = (page: Page): Locator => panes(page).getByRole('article', { name: 'Answer' })
const versions = (within: Locator, name: string): Locator => within.getByRole('group', { name, exact: true })

/** Opens the prompt for editing and types the text; returns the box. */
async function typeEdit(page: Page, prompt: Locator, text: string): Promise<Locator> {
  await prompt.hover()
  await prompt.getByRole('button', { name: 'Edit' }).click()
  const box = page.getByRole('form', { name: 'Edit prompt' }).getByRole('textbox', { name: 'Prompt' })
  await expect(box).toBeFocused()
  await box.fill(text)
  return box
}

async function edit(page: Page, prompt: Locator, text: string): Promise<void> {
  const box = await typeEdit(page, prompt, text)
  await box.press('Enter')
}

/** Sends the edited prompt by an entry of the menu beside Send. */
async function sendBy(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More ways to send' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

const paragraphs = (word: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${word} ${index + 1}.`).join('\n\n')

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
    await expect(page.getByRole('status').filter({ hasText: /^Version 1 of 2, Haiku 4\.5/ })).toHaveCount(1)
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
    const shared = page.getByRole('treeitem', { name: /version 3 of 3/ })
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
      await tickModel(dialog, model)
    }
    await dialog.getByRole('button', { name: 'Try again with 2 models' }).click()
    await expect(page.getByRole('region', { name: /^[A-C]: / })).toHaveCount(3)
  })
  await served.close()
})

test('an edit replaces a prompt, stops its answer or opens beside, and a fork begins before one', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const served = await serveWindow(browser)
  const { simulator } = served
  simulator.answerWith(numbered())
  const page = await served.open()
  const agent = await newAgent(page)
  simulator.enqueue('anthropic', textAnswer(paragraphs('Line', 40)))
  await ask(page, agent, 'One', 'Line 40.')
  await ask(page, agent, 'Two', 'Answer 1 to One + Two.')

  await test.step('"Replace here" sends in the same agent, and the old prompt is not in the request', async () => {
    await typeEdit(page, prompts(page).last(), 'Two, replaced')
    await sendBy(page, 'Replace here')
    await expect(answers(page).last()).toContainText('Answer 2 to One + Two, replaced.')
    await expect(page.getByRole('group', { name: /^Version/ })).toHaveCount(0)
    await expect(page.getByRole('treeitem')).toHaveCount(1)
  })

  await test.step('an edit of the running prompt stops its answer, which remains as a version', async () => {
    const blocks = [{ type: 'text', text: paragraphs('Slow', 20) }, { type: 'hold' }] as const
    simulator.enqueue('anthropic', { type: 'script', blocks })
    await promptTo(page, agent).fill('Three')
    await promptTo(page, agent).press('Enter')
    const stream = await simulator.streamHeld()
    const box = await typeEdit(page, prompts(page).last(), 'Three, edited')
    await expect(page.getByRole('checkbox', { name: 'Stop the running answer' })).toBeChecked()
    await box.press('Enter')
    await expect(answers(page).last()).toContainText('Answer 3 to One + Two, replaced + Three, edited.')
    stream.release()
  })

  await test.step('the arrows stay at their height when the other version is shown', async () => {
    const previous = prompts(page).last().getByRole('button', { name: 'Previous version' })
    await expect(versions(prompts(page).last(), 'Version 2 of 2')).toBeVisible()
    // In one task: the end of the turn and the rendered answer still move the arrows of a stream that follows its end.
    const before = await previous.evaluate((button) => {
      const { y } = button.getBoundingClientRect()
      if (button instanceof HTMLElement) button.click()
      return y
    })
    await expect(versions(prompts(page).last(), 'Version 1 of 2')).toBeVisible()
    await expect(panes(page).getByText('Slow 1.', { exact: true })).toBeVisible()
    await expect(panes(page).getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0)
    await expect.poll(async () => (await previous.boundingBox())?.y).toBeCloseTo(before, 0)
    await prompts(page).last().getByRole('button', { name: 'Next version' }).click()
    await expect(answers(page).last()).toContainText('Answer 3')
  })

  await test.step('a cut-off answer goes on', async () => {
    const [shown = ''] = await namesOf(page)
    simulator.enqueue('anthropic', { ...textAnswer('Half of it'), finish: 'length' })
    await promptTo(page, shown).fill('Four')
    await promptTo(page, shown).press('Enter')
    await panes(page).getByRole('button', { name: 'Continue' }).click()
    await expect(answers(page).last()).toContainText('+ Four + Go on.')
    await expect(panes(page).getByRole('button', { name: 'Continue' })).toHaveCount(0)
  })

  await test.step('"Send beside" opens the version in a pane of its own', async () => {
    await typeEdit(page, prompts(page).last(), 'Go on, briefly')
    await sendBy(page, 'Send beside')
    await expect(panes(page)).toHaveCount(2)
    await expect(panes(page).nth(1).getByRole('article', { name: 'Answer' }).last()).toContainText('Go on, briefly.')
    await expect(panes(page).nth(0).getByRole('article', { name: 'Answer' }).last()).toContainText('+ Go on.')
  })

  await test.step('a fork before a prompt does not know it', async () => {
    const second = panes(page).nth(0).getByRole('article', { name: 'Your prompt' }).nth(1)
    await second.hover()
    await second.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Fork before this…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Fork/ })
    await dialog.getByRole('textbox', { name: /^Prompt/ }).fill('Other')
    await dialog.getByRole('button', { name: 'Fork', exact: true }).click()
    await expect(page.getByText(/^Answer \d+ to One \+ Other\.$/)).toBeVisible()
    expect(promptsOf(simulator.requests.at(-1))).toEqual(['One', 'Other'])
  })
  await served.close()
})
