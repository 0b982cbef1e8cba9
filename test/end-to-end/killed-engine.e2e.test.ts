import { expect, type Page, test } from '@playwright/test'

import { failedAnswer, type ScriptedBlock } from '../support/provider-simulator/answer.ts'
import { serveApp } from '../support/serve-app.ts'
import { newAgent, pane, promptTo, serveWindow } from '../support/served-window.ts'

const bash = (command: string): ScriptedBlock => ({ type: 'tool_call', name: 'bash', arguments: { command } })

const card = (page: Page, name: string, state: string) =>
  pane(page, name).getByRole('group', { name: `Tool bash, ${state}`, exact: true })

/** The shapes and colours of cards, without those of the call itself. */
const look = (page: Page, name: string, state: string) =>
  card(page, name, state).evaluate((group) => {
    const shape = group.querySelectorAll('svg').item(1)
    return `${shape.innerHTML} ${getComputedStyle(shape).color}`
  })

test('denied, failed and unanswered calls and failed turns keep their looks when the engine is killed', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const served = await serveWindow(browser)
  const page = await served.open()
  const port = Number(new URL(page.url()).port)

  const broken = await newAgent(page)
  served.simulator.enqueue('anthropic', failedAnswer({ kind: 'auth' }))
  await promptTo(page, broken).fill('Answer')
  await promptTo(page, broken).press('Enter')
  await expect(page.getByRole('treeitem', { name: new RegExp(`^${broken}, failed`) })).toBeVisible()

  const name = await newAgent(page)
  const blocks = [bash('rm -rf dist'), bash('exit 3'), bash('echo open')]
  served.simulator.enqueue('anthropic', { type: 'script', blocks })
  await promptTo(page, name).fill('Use your tools')
  await promptTo(page, name).press('Enter')
  const question = (command: string) =>
    pane(page, name).getByRole('group', { name: 'Run this command?' }).filter({ hasText: command })
  await question('rm -rf dist').getByRole('button', { name: 'More answers' }).click()
  await question('rm -rf dist').getByRole('button', { name: 'Deny with reason…' }).click()
  const reason = question('rm -rf dist').getByRole('textbox', { name: 'Reason (sent to the model)' })
  await reason.fill('Only clean dist')
  await reason.press('Enter')
  await expect(card(page, name, 'denied by you')).toContainText('Only clean dist')
  await question('exit 3')
    .getByRole('button', { name: /^Allow once/ })
    .click()
  await expect(card(page, name, 'failed')).toContainText('Exit 3')
  await expect(question('echo open')).toBeVisible()
  const before = [await look(page, name, 'denied by you'), await look(page, name, 'failed')]

  served.app.process.child.kill('SIGKILL')
  await served.app.process.finished
  const again = await serveApp(served.workspace, port)
  try {
    await expect(card(page, name, 'not answered')).toContainText('ikigai was closed', { timeout: 60_000 })
    await expect(card(page, name, 'denied by you')).toContainText('Only clean dist')
    await expect(card(page, name, 'failed')).toContainText('Exit 3')
    const looks = [await look(page, name, 'denied by you'), await look(page, name, 'failed')]
    expect(looks).toEqual(before)
    expect(new Set([...looks, await look(page, name, 'not answered')]).size).toBe(3)
    await expect(pane(page, name).getByRole('button', { name: 'Resume' })).toBeVisible()

    await expect(page.getByRole('treeitem', { name: new RegExp(`^${broken}, failed`) })).toBeVisible()
    await page.getByLabel('Filter agents', { exact: true }).fill('is:failed')
    await expect(page.getByRole('treeitem')).toHaveCount(1)
    await page.getByLabel('Filter agents', { exact: true }).fill('')
    await page.keyboard.press('Control+j')
    const inbox = page.getByRole('dialog', { name: 'Approval inbox' })
    await expect(inbox.getByText(broken)).toBeVisible()
    await expect(inbox.getByRole('heading', { name }).first()).toBeVisible()
  } finally {
    await again.stop()
    await served.close()
  }
})
