import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, type Browser, type BrowserContext, type Locator, type Page, test } from '@playwright/test'

import type { Simulator } from './provider-simulator/simulator.ts'
import { startSimulator } from './provider-simulator/start-simulator.ts'
import { makeWorkspace, type Workspace } from './run-ikigai.ts'
import { serveApp, type ServedApp } from './serve-app.ts'

/** A served app with simulated providers, and one browser with access to it. New agents have a model. */
export interface ServedWindow {
  readonly app: ServedApp
  readonly simulator: Simulator
  readonly workspace: Workspace
  readonly context: BrowserContext
  /**
   * Returns a page without open panes. Close it when the test is done: it is then given to another test, because
   * loading the window takes most of the processor time of a short test.
   */
  open(): Promise<Page>
  close(): Promise<void>
}

export const DEFAULT_MODEL = 'claude-haiku-4-5'
/** Of the part of a name that differs. */
const NAME_LENGTH = 6
/** The simulator's answer to every request. */
export const ANSWER = 'Hello from the provider simulator.'

/** Serves one app for all tests of a file. Before and after them each use throws. */
export function windowForTests(): ServedWindow {
  let opened: ServedWindow | null = null
  test.beforeAll(async ({ browser }) => {
    opened = await serveWindow(browser)
  })
  test.afterAll(() => opened?.close())
  const served = (): ServedWindow => {
    if (opened === null) throw new Error('The app is served in tests only')
    return opened
  }
  return {
    get app() {
      return served().app
    },
    get simulator() {
      return served().simulator
    },
    get workspace() {
      return served().workspace
    },
    get context() {
      return served().context
    },
    open: () => served().open(),
    close: () => served().close(),
  }
}

/** `extra`: environment variables of the app. `more`: further settings of its config.json. */
export async function serveWindow(
  browser: Browser,
  extra: Readonly<Record<string, string>> = {},
  more: object = {},
): Promise<ServedWindow> {
  const simulator = await startSimulator()
  const workspace = await makeWorkspace({ ...simulator.environment(), ...extra })
  const config = join(workspace.directory, 'config')
  await mkdir(config, { recursive: true })
  // Whether there is a sandbox depends on the machine; without it, commands ask.
  const settings = {
    sandbox: 'off',
    renew_models_at_start: false,
    default_provider: 'anthropic',
    providers: { anthropic: { default_model: DEFAULT_MODEL } },
    ...more,
  }
  await writeFile(join(config, 'config.json'), JSON.stringify(settings), { mode: 0o600 })
  const app = await serveApp(workspace)
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  // Each page is opened with a token of its own. Its window therefore counts as confirmed and may allow calls.
  let address = app.url
  const unused: Page[] = []
  async function load(): Promise<Page> {
    const page = await context.newPage()
    await page.goto(address === '' ? await app.freshAddress() : address)
    address = ''
    await page.getByRole('navigation', { name: 'Agents' }).waitFor()
    return lent(page)
  }
  /** Closing the page lends it to the next test, unless a dialog is left open or it has left the window. */
  function lent(page: Page): Page {
    const close = page.close.bind(page)
    page.close = async () => {
      const isWindow = (await page.getByRole('navigation', { name: 'Agents' }).count()) > 0
      if (isWindow && (await page.getByRole('dialog').count()) === 0) unused.push(page)
      else await close()
    }
    return page
  }
  return {
    app,
    simulator,
    workspace,
    context,
    async open() {
      const page = unused.pop() ?? (await load())
      const close = panes(page).getByRole('button', { name: 'Close pane' })
      const views = page.getByRole('navigation', { name: 'Views' })
      const panesView = views.getByRole('button', { name: 'Panes', exact: true })
      // A view that has taken the place of the panes shows them again once its own is closed.
      await expect(async () => {
        if ((await panesView.count()) > 0) await panesView.click({ timeout: 1_000 })
        if ((await close.count()) > 0) await close.first().click({ timeout: 1_000 })
        expect(await close.count()).toBe(0)
      }).toPass()
      return page
    },
    async close() {
      await context.close()
      await app.stop()
      await workspace.remove()
      await simulator.close()
    },
  }
}

export function panes(page: Page): Locator {
  return page.getByRole('region', { name: /^Agent / })
}

export function pane(page: Page, name: string): Locator {
  return page.getByRole('region', { name: `Agent ${name}`, exact: true })
}

export function promptTo(page: Page, name: string): Locator {
  return page.getByRole('textbox', { name: `Prompt to ${name}`, exact: true })
}

/** Creates a root agent with its keys, and names it; returns the name. */
export async function newAgent(page: Page): Promise<string> {
  const before = new Set(await namesOf(page))
  await page.keyboard.press('Alt+n')
  await expect(panes(page)).toHaveCount(before.size + 1)
  const unnamed = (await namesOf(page)).find((each) => !before.has(each)) ?? ''
  await expect(promptTo(page, unnamed)).toBeFocused()
  const name = await giveName(page, page.getByRole('treeitem', { name: /^New agent\b/, selected: true }))
  await promptTo(page, name).focus()
  return name
}

/** Gives the agent of a row a name of its own, which does not change with its first prompt; returns the name. */
export async function giveName(page: Page, row: Locator): Promise<string> {
  const name = `N${crypto.randomUUID().slice(0, NAME_LENGTH)}`
  await row.press('F2')
  const field = page.getByRole('textbox', { name: 'Agent name' })
  await field.fill(name)
  // For a moment after a question was answered, keys that press something are ignored.
  await expect(async () => {
    await field.press('Enter', { timeout: 1_000 })
    await expect(field).toBeHidden({ timeout: 1_000 })
  }).toPass()
  return name
}

/** Returns the names of the open panes, from left to right. */
export async function namesOf(page: Page): Promise<readonly string[]> {
  const labels = await panes(page).evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''))
  return labels.map((label) => label.replace(/^Agent /, ''))
}

/** Sends a prompt to an agent and waits for its answer. */
export async function ask(page: Page, name: string, prompt: string, answer = ANSWER): Promise<void> {
  const answers = pane(page, name).getByText(answer)
  const before = await answers.count()
  await promptTo(page, name).fill(prompt)
  await promptTo(page, name).press('Enter')
  await expect(answers).toHaveCount(before + 1)
  await expect(pane(page, name).getByRole('button', { name: 'Ask', exact: true })).toBeVisible()
}

/** Types the code of the engine's terminal into the confirmation dialog. */
export async function typeCode(page: Page, app: ServedApp): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm' })
  await dialog.waitFor()
  await dialog.getByRole('textbox').fill(await app.nextCode())
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
}
