import { chromium, type Page } from '@playwright/test'

import { findBrowser, NO_BROWSER } from '../../support/find-browser.ts'
import { startSimulator } from '../../support/provider-simulator/start-simulator.ts'
import { makeWorkspace } from '../../support/run-ikigai.ts'
import { serveApp } from '../../support/serve-app.ts'
import { ANSWER } from '../../support/served-window.ts'
import type { WindowFigure } from './window-figure.ts'

const INTERACTIVE_MS = 700
const VIEWPORT = { width: 1440, height: 900 }

/**
 * What a newcomer does in the first minute, from an empty data directory, by a script that does not pause: the acts and
 * the time until the last one has its effect. The simulator answers at once.
 */
export async function benchFirstMinute(): Promise<readonly WindowFigure[]> {
  const simulator = await startSimulator()
  const keyless = Object.entries(simulator.environment()).filter(([name]) => !name.endsWith('_API_KEY'))
  const workspace = await makeWorkspace(Object.fromEntries(keyless))
  const executablePath = findBrowser()
  if (executablePath === null) throw new Error(NO_BROWSER)
  const browser = await chromium.launch({ executablePath })
  const began = performance.now()
  const app = await serveApp(workspace)
  const printed = performance.now()
  try {
    const page = await browser.newPage({ viewport: VIEWPORT })
    await page.goto(app.url)
    await page.getByLabel('API key').waitFor()
    const interactive = performance.now() - printed
    const answered = await timed(() => keyToAnswer(page))
    const edited = await timed(() => editLastPrompt(page))
    const compared = await timed(() => askThree(page))
    return [
      { what: 'first start: address printed', value: printed - began, unit: 'ms', of: 'database and keys created' },
      { what: 'address printed → window interactive', value: interactive, unit: 'ms', goal: INTERACTIVE_MS },
      { what: 'key → first answer', value: answered, unit: 'ms', of: '3 acts' },
      { what: 'last prompt edited → answer', value: edited, unit: 'ms', of: '2 acts' },
      { what: 'one prompt → three answers beside each other', value: compared, unit: 'ms', of: '3 acts' },
    ]
  } finally {
    await browser.close()
    await app.stop()
    await workspace.remove()
    await simulator.close()
  }
}

async function keyToAnswer(page: Page): Promise<void> {
  await page.getByLabel('API key').fill('sk-ant-simulator')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('textbox', { name: /^Prompt to/ }).fill('OAuth 2 or JWT?')
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText(ANSWER).waitFor()
}

async function editLastPrompt(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+E')
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('Only JWT?')
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'Version 2 of 2' }).waitFor()
  await page.getByRole('log').getByText(ANSWER).waitFor()
}

async function askThree(page: Page): Promise<void> {
  await page.keyboard.press('Alt+n')
  await page.getByRole('button', { name: 'Ask 3 models the same question' }).click()
  await page
    .getByRole('textbox', { name: /^Prompt to/ })
    .last()
    .fill('Which one is best?')
  await page.keyboard.press('Enter')
  for (const letter of 'ABC') {
    await page
      .getByRole('region', { name: new RegExp(`^${letter}: `) })
      .getByText(ANSWER)
      .waitFor()
  }
}

async function timed(act: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await act()
  return performance.now() - began
}
