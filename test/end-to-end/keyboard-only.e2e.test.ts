import { expect, type Locator, type Page, test } from '@playwright/test'

import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace } from '../support/run-ikigai.ts'
import { ANSWER, panes } from '../support/served-window.ts'
import { serveApp } from '../support/serve-app.ts'
import { foundModel } from '../support/model-pickers.ts'

const MAX_TABS = 150

/** Goes on with Tab until the element has the focus: it must be in the tab order, and within reach. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let count = 0; count < MAX_TABS; count += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Not reached with ${MAX_TABS} times Tab: ${target.toString()}`)
}

async function pressOn(page: Page, target: Locator, key: 'Enter' | 'Space'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

async function addKey(page: Page, provider: string): Promise<void> {
  await pressOn(page, page.getByRole('button', { name: `Add key for ${provider}` }), 'Enter')
  await expect(page.getByLabel(`Key for ${provider}`, { exact: true })).toBeFocused()
  await page.keyboard.type('simulator-key')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem', { name: provider })).toContainText('set · ends in …-key')
}

test('the main job without a mouse: keys, a prompt, a fork to another provider, both side by side', async ({
  page,
}) => {
  const simulator = await startSimulator()
  const environment = Object.entries(simulator.environment()).filter(([name]) => !name.endsWith('_API_KEY'))
  const workspace = await makeWorkspace(Object.fromEntries(environment))
  const app = await serveApp(workspace)
  await page.goto(app.url)
  // A loaded machine takes longer to open a database than an expectation waits.
  await page.getByRole('navigation', { name: 'Agents' }).waitFor()

  await page.getByRole('heading', { name: 'Ask several models at once.' }).waitFor()
  await page.keyboard.press('Control+,')
  await addKey(page, 'Anthropic')
  await addKey(page, 'OpenAI')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.keyboard.press('Alt+n')
  await expect(page.getByRole('textbox', { name: /^Prompt to/ })).toBeFocused()
  await page.keyboard.press('Control+m')
  await page.keyboard.type('claude-haiku-4-5')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Model: Haiku 4.5. Change' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Prompt to/ })).toBeFocused()
  await page.keyboard.type('OAuth 2 or JWT?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log')).toContainText(ANSWER)

  await page.keyboard.press('Alt+Shift+N')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('searchbox', { name: 'Search models' })).toBeFocused()
  await page.keyboard.type('gpt-5-mini')
  await pressOn(page, dialog.getByRole('checkbox', { name: foundModel('gpt-5-mini') }), 'Space')
  await tabTo(page, dialog.getByRole('textbox', { name: /^Prompt/ }))
  await page.keyboard.type('And what do you say?')
  await pressOn(page, dialog.getByRole('button', { name: 'Fork', exact: true }), 'Enter')
  await expect(panes(page)).toHaveCount(2)
  await expect(page.getByRole('log').nth(1)).toContainText(/And what do you say\?.*Hello from/s)
  await expect(page.getByRole('textbox', { name: /^Prompt to/ }).nth(1)).toBeFocused()

  await app.stop()
  await workspace.remove()
  await simulator.close()
})
