import { expect, type Page, test } from '@playwright/test'

import { demoAnswer } from '../support/provider-simulator/demo-script.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace } from '../support/run-ikigai.ts'
import { foundModel, tickModel } from '../support/model-pickers.ts'
import { serveApp } from '../support/serve-app.ts'

/** The base URLs of the simulator, without its keys: a newcomer has none. */
function withoutKeys(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.endsWith('_API_KEY')))
}

async function addKey(page: Page, provider: string): Promise<void> {
  const row = page.getByRole('listitem', { name: provider })
  await row.getByRole('button', { name: `Add key for ${provider}` }).click()
  await row.getByLabel(`Key for ${provider}`, { exact: true }).fill('simulator-key')
  await row.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(row).toContainText('set · ends in …-key · from credentials.json')
  await row.getByRole('button', { name: `Test key for ${provider}` }).click()
  await expect(row).toContainText(/\d+ models/)
}

async function screenshots(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: `test-results/main-job/${name}-${colorScheme}.png` })
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

test('a newcomer adds keys, asks, forks to another provider, and finds all of it after a restart', async ({ page }) => {
  const simulator = await startSimulator({ answerWith: demoAnswer })
  const workspace = await makeWorkspace(withoutKeys(simulator.environment()), { isNew: true })
  const app = await serveApp(workspace)
  const port = Number(new URL(app.url).port)
  await page.goto(app.url)
  // A loaded machine takes longer to open a database than an expectation waits.
  await page.getByRole('navigation', { name: 'Agents' }).waitFor()

  await test.step('the first page says that there is no key, and takes one', async () => {
    await expect(page.getByRole('heading', { name: 'Ask several models at once.' })).toBeVisible()
    await screenshots(page, '1-first-start')
    await page.keyboard.press('Control+,')
    await addKey(page, 'Anthropic')
    await addKey(page, 'OpenAI')
    await screenshots(page, '2-settings')
    await page.keyboard.press('Escape')
  })

  await test.step('a prompt is answered by a stream of thinking and text', async () => {
    await page.getByRole('button', { name: 'New agent' }).last().click()
    await page.getByRole('button', { name: /^Model:/ }).click()
    await page.getByRole('searchbox', { name: 'Search models' }).fill('haiku 4.5')
    await page.getByRole('button', { name: foundModel('claude-haiku-4-5') }).click()
    const box = page.getByRole('textbox', { name: /^Prompt to/ })
    await box.fill('OAuth 2 or JWT?')
    await box.press('Enter')
    const log = page.getByRole('log').first()
    await expect(log).toContainText('OAuth 2 or JWT?')
    await expect(log).toContainText(/scripted answer/i)
    await expect(log.getByText(/thinking/i).first()).toBeVisible()
  })

  await test.step('a fork by click goes on with another provider, side by side', async () => {
    await page.getByRole('button', { name: 'Fork…' }).click()
    await tickModel(page.getByRole('dialog'), 'gpt-5-mini')
    await page
      .getByRole('textbox', { name: /prompt/i })
      .last()
      .fill('And what do you say?')
    await page.getByRole('button', { name: /^Fork/ }).last().click()
    await expect(page.getByRole('region', { name: /^Agent / })).toHaveCount(2)
    await expect(page.getByRole('log').nth(1)).toContainText('And what do you say?')
    await expect(page.getByRole('log').nth(1)).toContainText(/scripted answer.*scripted answer/is)
    // What is compared after the restart is what has ended.
    await expect(page.getByRole('log').nth(1)).toContainText(/GPT-5 Mini · [\d.]+ m?s/)
    await expect(page.getByRole('button', { name: 'Stop turn' })).toHaveCount(0)
    await expect(page.getByRole('treeitem')).toHaveCount(2)
    await screenshots(page, '3-side-by-side')
  })

  const texts = () => page.getByRole('log').allInnerTexts()
  const before = await texts()
  const drafts = page.getByRole('textbox', { name: /^Prompt to/ })
  await drafts.first().fill('Half a thought')
  await drafts.first().blur()
  await test.step('a draft is saved when the box loses the focus: another tab has it too', async () => {
    const other = await page.context().newPage()
    await expect(async () => {
      await other.goto(new URL('/', app.url).href)
      const box = other.getByRole('textbox', { name: /^Prompt to/ }).first()
      await expect(box).toHaveValue('Half a thought', { timeout: 3_000 })
    }).toPass()
    await other.close()
  })

  await test.step('after a restart the tree, the panes, every message and the draft are as they were', async () => {
    await app.stop()
    const again = await serveApp(workspace, port)
    await page.goto(again.url)
    // A loaded machine takes longer to open a database than an expectation waits.
    await page.getByRole('navigation', { name: 'Agents' }).waitFor()
    await expect(page.getByRole('region', { name: /^Agent / })).toHaveCount(2)
    await expect(page.getByRole('treeitem')).toHaveCount(2)
    await expect.poll(texts).toEqual(before)
    await expect(drafts.first()).toHaveValue('Half a thought')
    await screenshots(page, '4-after-restart')
    await again.stop()
  })

  await workspace.remove()
  await simulator.close()
})
