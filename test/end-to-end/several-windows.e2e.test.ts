import { expect, type Page, test } from '@playwright/test'

import { textAnswer } from '../support/provider-simulator/answer.ts'
import { ANSWER, ask, newAgent, pane, panes, promptTo, windowForTests } from '../support/served-window.ts'

test.describe.configure({ mode: 'default' })

const served = windowForTests()
let main: Page
let name: string

test.beforeEach(async () => {
  main = await served.open()
  name = await newAgent(main)
})
test.afterEach(() => main.close())

async function run(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox').fill(command)
  await page.getByRole('option', { name: new RegExp(`^${command}`) }).click()
}

/** Opens what the window shows in one of its own. */
async function popOut(page: Page): Promise<Page> {
  const opened = served.context.waitForEvent('page')
  await run(page, 'Open in a window of its own')
  const own = await opened
  await own.getByRole('banner').waitFor()
  return own
}

const cost = (page: Page) => pane(page, name).getByRole('button', { name: /^Context \d/ })
const row = (page: Page) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) })

test('a pane in a window of its own shows its agent only, and what is done in one window is seen in the other', async () => {
  await ask(main, name, 'Hello')
  const own = await popOut(main)
  await expect(pane(own, name).getByText(ANSWER)).toBeVisible()
  await expect(own).toHaveTitle(`${name} · ikigai`)
  await expect(own.getByRole('navigation', { name: 'Agents' })).toHaveCount(0)
  await expect(panes(own)).toHaveCount(1)

  await ask(own, name, 'And now?')
  await expect(pane(main, name).getByText('And now?')).toBeVisible()
  await expect(pane(main, name).getByText(ANSWER)).toHaveCount(2)
  const costOf = (page: Page) => cost(page).ariaSnapshot()
  await expect.poll(async () => (await costOf(own)) === (await costOf(main))).toBe(true)

  await own.keyboard.press('Control+b')
  await expect(own.getByText('0 running')).toBeVisible()
  expect(await row(own).ariaSnapshot()).toBe(await row(main).ariaSnapshot())
  await own.close()
})

test('a question lights the lamps of both windows, and the answer in one puts them out', async () => {
  const own = await popOut(main)
  served.simulator.enqueue('anthropic', {
    type: 'script',
    blocks: [{ type: 'tool_call', name: 'bash', arguments: { command: 'echo one' } }],
  })
  served.simulator.enqueue('anthropic', textAnswer('That is done.'))
  await promptTo(own, name).fill('Use your tools')
  await promptTo(own, name).press('Enter')
  for (const page of [own, main]) {
    await expect(page.getByRole('banner').getByRole('button', { name: '1 needs you' })).toBeVisible()
    await expect(pane(page, name).getByRole('group', { name: 'Run this command?' })).toContainText('echo one')
  }
  // A window that a confirmed one has opened is confirmed as well: no code is asked for.
  await pane(own, name)
    .getByRole('button', { name: /^Allow once/ })
    .click()
  for (const page of [own, main]) {
    await expect(pane(page, name).getByRole('log')).toContainText('That is done.')
    await expect(page.getByRole('banner').getByRole('button', { name: /needs you/ })).toHaveCount(0)
  }
  await own.close()
})

test('each window keeps its own panes, and they share what is reviewed, starred and set', async () => {
  const own = await popOut(main)
  const other = await newAgent(main)
  await expect(panes(main)).toHaveCount(2)
  await expect(panes(own)).toHaveCount(1)
  await run(main, 'Theme: Dark')
  await expect(own.locator('html')).toHaveAttribute('data-theme', 'dark')
  await run(own, 'Theme: Match system')
  await expect(main.locator('html')).not.toHaveAttribute('data-theme', 'dark')
  await own.reload()
  await expect(panes(own)).toHaveCount(1)
  await own.close()
  await main.reload()
  await expect(pane(main, other)).toBeVisible()
  await expect(panes(main)).toHaveCount(2)
})

test('a comparison has a window of its own, and the other window goes on with what it shows', async () => {
  const other = await newAgent(main)
  for (const each of [name, other]) {
    await main.getByRole('treeitem', { name: new RegExp(`^${each}`) }).click({ modifiers: ['ControlOrMeta'] })
  }
  await main.getByRole('button', { name: 'Compare 2 agents' }).click()
  const comparison = (page: Page) => page.getByRole('region', { name: 'Comparison of 2 agents' })
  await comparison(main).waitFor()
  const own = await popOut(main)
  await expect(comparison(own)).toBeVisible()
  await main.getByRole('button', { name: 'Close comparison' }).click()
  await expect(comparison(main)).toHaveCount(0)
  await expect(comparison(own)).toBeVisible()
  const prompt = own.getByRole('textbox', { name: /^Prompt to / })
  await prompt.fill('Both of you')
  await prompt.press('Enter')
  await expect(pane(main, name).getByText('Both of you')).toBeVisible()
  await expect(pane(main, name).getByText(ANSWER)).toBeVisible()
  await own.close()
})
