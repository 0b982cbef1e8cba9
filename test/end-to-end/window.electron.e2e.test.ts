import { join } from 'node:path'

import { _electron, type ElectronApplication, expect, type Page, test } from '@playwright/test'

import { closeAll } from '../support/close-all.ts'
import { makeWorkspace, type Workspace } from '../support/run-ikigai.ts'

/** Run by `npm run test:electron`, which knows where Electron is. */
const executablePath = process.env['ELECTRON_PATH'] ?? ''
const ROOT = join(import.meta.dirname, '..', '..')

let workspace: Workspace
let app: ElectronApplication
let page: Page

test.beforeEach(async () => {
  workspace = await makeWorkspace({
    DISPLAY: process.env['DISPLAY'] ?? '',
    WAYLAND_DISPLAY: process.env['WAYLAND_DISPLAY'] ?? '',
    XDG_RUNTIME_DIR: process.env['XDG_RUNTIME_DIR'] ?? '',
  })
  app = await _electron.launch({ executablePath, args: [ROOT], env: workspace.environment })
  page = await app.firstWindow()
})
test.afterEach(() => closeAll(app, workspace))

test('the window reaches its engine, and has nothing of Node', async () => {
  await expect(page.getByRole('navigation', { name: 'Agents' })).toBeVisible()
  const seen = await page.evaluate(() => {
    const bridge: unknown = Reflect.get(window, 'ikigaiHost')
    return {
      origin: window.location.origin,
      node: ['require', 'process', 'module', 'Buffer'].filter((name) => name in window),
      bridge: typeof bridge === 'object' && bridge !== null ? Object.keys(bridge).toSorted() : [],
    }
  })

  expect(seen).toEqual({
    origin: 'app://ikigai',
    node: [],
    bridge: ['chooseFolder', 'onMenuCommand', 'onShowAgent', 'requestEnginePort', 'showKeys'],
  })
})

test('the window stays where it is and opens no other', async () => {
  await page.evaluate(() => {
    window.open('about:blank')
    window.location.assign('https://example.invalid/')
  })
  await expect(page.getByRole('navigation', { name: 'Agents' })).toBeVisible()

  expect([page.url(), app.windows().length]).toEqual(['app://ikigai/', 1])
})

test('a page that is loaded again gets a port of its own', async () => {
  await expect(page.getByRole('navigation', { name: 'Agents' })).toBeVisible()
  await page.reload()

  await expect(page.getByRole('navigation', { name: 'Agents' })).toBeVisible()
})
