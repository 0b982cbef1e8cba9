import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

import { textAnswer, type ScriptedBlock } from '../support/provider-simulator/answer.ts'
import { newAgent, pane, promptTo, windowForTests } from '../support/served-window.ts'

/** A scripted model calls tools; a user answers, by keyboard alone. One app serves all tests. */
test.describe.configure({ mode: 'default' })

const served = windowForTests()
let page: Page

test.beforeEach(async () => {
  page = await served.open()
})
test.afterEach(async () => {
  // What ends after its pane is gone is unread, and in the inbox of later tests.
  await expect(page.getByText('0 running')).toBeVisible()
  await page.close()
})

/** The next answer calls tools; the one after it is a text. */
function callNext(...blocks: readonly ScriptedBlock[]): void {
  served.simulator.enqueue('anthropic', { type: 'script', blocks })
  served.simulator.enqueue('anthropic', textAnswer('That is done.'))
}

const bash = (command: string): ScriptedBlock => ({ type: 'tool_call', name: 'bash', arguments: { command } })

/** Makes an agent and lets its model call these tools. */
async function agentThatCalls(...blocks: readonly ScriptedBlock[]): Promise<string> {
  const name = await newAgent(page)
  callNext(...blocks)
  await promptTo(page, name).fill('Use your tools')
  await promptTo(page, name).press('Enter')
  return name
}

/** The second answer has come: no later test gets it. */
const isDone = (name: string) => expect(pane(page, name).getByRole('log')).toContainText('That is done.')

const question = (name: string, words: string) => pane(page, name).getByRole('group', { name: words })

async function expectNothingForAxe(): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).disableRules('scrollable-region-focusable').analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
  }
}

/** A question that has just moved under the fingers hears no answer yet. */
async function answerByKey(key: string, answered: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key)
    await answered()
  }).toPass()
}

test('a call asks in its card, is allowed by keyboard, and shows its result and how long it took', async () => {
  const name = await agentThatCalls(bash('echo one two'))
  await expect(question(name, 'Run this command?')).toContainText('echo one two')
  await expect(page.getByRole('button', { name: '1 needs you' })).toBeVisible()
  await expectNothingForAxe()
  await page.keyboard.press('Control+Shift+A')
  await expect(page.getByRole('button', { name: /^Allow once/ })).toBeFocused()
  await page.keyboard.press('Enter')
  const card = pane(page, name).getByRole('group', { name: 'Tool bash, finished' })
  await expect(promptTo(page, name)).toBeFocused()
  await expect(card).toContainText(/\d+ m?s/)
  await card.getByText('echo one two').first().click()
  await expect(card).toContainText('one two')
  await isDone(name)
  await expect(card).toHaveCount(1)
})

test('Esc in a question answers nothing: the call is not run, and is not said to be declined', async () => {
  const name = await newAgent(page)
  served.simulator.enqueue('anthropic', { type: 'script', blocks: [bash('echo never > never.txt')] })
  await promptTo(page, name).fill('Use your tools')
  await promptTo(page, name).press('Enter')
  await expect(question(name, 'Run this command?')).toBeVisible()
  await page.keyboard.press('Control+Shift+A')
  await expect(page.getByRole('button', { name: /^Allow once/ })).toBeFocused()
  await page.keyboard.press('Escape')
  const log = pane(page, name).getByRole('log')
  await expect(log.getByRole('group', { name: 'Tool bash, stopped' })).toBeVisible()
  await log.getByText('echo never').first().click()
  await expect(log).toContainText('Tool call interrupted or cancelled')
  await expect(log).not.toContainText('declined')
})

test('a denied call is told to the model in the user’s words', async () => {
  const name = await agentThatCalls(bash('rm -rf build'))
  await expect(question(name, 'Run this command?')).toBeVisible()
  await page.keyboard.press('Control+Shift+A')
  await page.getByRole('button', { name: 'More answers' }).press('Enter')
  await page.getByRole('button', { name: 'Deny with reason…' }).press('Enter')
  await page.getByRole('textbox', { name: 'Reason (sent to the model)' }).fill('Only clean dist')
  await page.keyboard.press('Enter')
  const card = pane(page, name).getByRole('group', { name: 'Tool bash, denied by you' })
  await card.getByText('rm -rf build').first().click()
  await expect(card).toContainText('The user declined this call. Only clean dist')
  await isDone(name)
})

test('a change of a file shows its difference before, and is made after', async () => {
  const file = join(served.workspace.directory, 'greeting.txt')
  const name = await agentThatCalls({
    type: 'tool_call',
    name: 'file_write',
    arguments: { path: file, content: 'Hi\n' },
  })
  const group = pane(page, name).getByRole('group', { name: /^Create this file\?/ })
  await expect(group.getByRole('figure', { name: 'Changes' })).toContainText('+Hi')
  await expect(group).toContainText(file)
  await page.keyboard.press('Control+Shift+A')
  await page.keyboard.press('a')
  await expect(pane(page, name).getByRole('group', { name: 'Tool file_write, finished' })).toBeVisible()
  expect(await readFile(file, 'utf8')).toBe('Hi\n')
  await isDone(name)
})

test('a long call is allowed only after its end was in view, by button and by key', async () => {
  const long = `echo start ${Array.from({ length: 60 }, (_, index) => `\\\n  line-${index}`).join(' ')}${'\n'.repeat(30)}echo \u202eend`
  const name = await agentThatCalls(bash(long))
  const group = question(name, 'Run this command?')
  await expect(group).toContainText('⟨29 blank lines⟩')
  await expect(group).toContainText('echo ⟨U+202E⟩end')
  const allow = group.getByRole('button', { name: /^Allow once/ })
  const more = group.getByRole('button', { name: /^\d+ more lines$/ })
  await expect(allow).toBeDisabled()
  await group.getByRole('button', { name: 'More answers' }).press('Enter')
  await expect(group.getByRole('button', { name: /^Always/ })).toBeDisabled()
  await expectNothingForAxe()
  await page.keyboard.press('Control+Shift+A')
  for (const key of ['a', 'w', 'g']) await page.keyboard.press(key)
  await allow.dispatchEvent('click')
  await expect(group).toBeVisible()
  await expect(more).toBeVisible()
  await more.press('Enter')
  await expect(more).toBeHidden()
  await expect(allow).toBeEnabled()
  await page.keyboard.press('a')
  await expect(pane(page, name).getByRole('group', { name: 'Tool bash, finished' })).toBeVisible()
  await isDone(name)
})

test('scrolling to the end is reading it too', async () => {
  const name = await agentThatCalls(bash(Array.from({ length: 80 }, (_, index) => `echo ${index}`).join('\n')))
  const group = question(name, 'Run this command?')
  const allow = group.getByRole('button', { name: /^Allow once/ })
  await expect(allow).toBeDisabled()
  await group.getByRole('group', { name: 'Requested action' }).evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await expect(allow).toBeEnabled()
  await allow.click()
  await isDone(name)
})

test('a long call can be denied before its end was in view', async () => {
  const name = await agentThatCalls(bash(Array.from({ length: 80 }, (_, index) => `echo ${index}`).join('\n')))
  const group = question(name, 'Run this command?')
  await expect(group.getByRole('button', { name: /^Allow once/ })).toBeDisabled()
  await page.keyboard.press('Control+Shift+A')
  await page.keyboard.press('d')
  await expect(pane(page, name).getByRole('group', { name: 'Tool bash, denied by you' })).toBeVisible()
  await isDone(name)
})

test('an answer that lasts holds for later calls like it, is shown in Settings, and is revoked there', async () => {
  const name = await agentThatCalls(bash('echo Lasting'))
  const group = question(name, 'Run this command?')
  await expect(group).toBeVisible()
  await group.getByRole('button', { name: 'More answers' }).press('Enter')
  await group.getByRole('button', { name: 'echo *' }).press('Enter')
  await expect(group.getByRole('textbox', { name: 'Or allow from now on' })).toHaveValue('echo *')
  await group.getByRole('button', { name: /^Always/ }).press('Enter')
  await isDone(name)
  const other = await agentThatCalls(bash('echo Again'))
  await expect(pane(page, other).getByRole('group', { name: 'Tool bash, finished' })).toBeVisible()
  await isDone(other)
  await page.keyboard.press('Control+,')
  await page.getByRole('tab', { name: 'Tools and approvals' }).click()
  const answers = page.getByRole('list', { name: 'Saved approvals' })
  await expect(answers).toContainText('bash echo *')
  await page.getByRole('button', { name: 'Revoke: bash echo *, for every agent' }).click()
  await expect(answers).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(answers).toContainText('bash echo *')
  await page.getByRole('button', { name: 'Revoke: bash echo *, for every agent' }).click()
  await expect(answers).toBeHidden()
})

test('the inbox has the questions of the whole tree, and says when it is empty', async () => {
  for (const command of ['echo first', 'echo second']) {
    served.simulator.enqueue('anthropic', { type: 'script', blocks: [bash(command)] })
  }
  const names: string[] = []
  for (const each of [1, 2]) {
    const name = await newAgent(page)
    await promptTo(page, name).fill(`Task ${each}`)
    await promptTo(page, name).press('Enter')
    await expect(question(name, 'Run this command?')).toBeVisible()
    names.push(name)
  }
  const [first = '', second = ''] = names
  await page.getByRole('button', { name: '2 need you' }).press('Enter')
  const inbox = page.getByRole('dialog', { name: 'Approval inbox' })
  await expect(inbox.getByRole('article')).toHaveCount(2)
  await expectNothingForAxe()
  await expect(inbox.getByRole('button', { name: /^Allow once/ }).first()).toBeFocused()
  await answerByKey('a', () => expect(inbox.getByRole('article')).toHaveCount(1, { timeout: 2_000 }))
  await expect(inbox.getByRole('button', { name: /^Allow once/ })).toBeFocused()
  await answerByKey('d', () => expect(inbox).toContainText('No agent is waiting for you.', { timeout: 2_000 }))
  await page.keyboard.press('Escape')
  await expect(pane(page, first).getByRole('group', { name: 'Tool bash, finished' })).toBeVisible()
  await expect(pane(page, second).getByRole('group', { name: 'Tool bash, denied by you' })).toBeVisible()
})
