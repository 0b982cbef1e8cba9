import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, type Page, test } from '@playwright/test'

import { missingForKeychain, openKeychainSession } from '../support/keychain-session.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace, runIkigai } from '../support/run-ikigai.ts'
import { serveApp } from '../support/serve-app.ts'
import { DEFAULT_MODEL, newAgent, pane, promptTo, windowForTests, typeCode } from '../support/served-window.ts'

/** Settings by role and label; one app serves all tests but the keychain's. */
test.describe.configure({ mode: 'default' })

const served = windowForTests()
let page: Page

test.beforeEach(async () => {
  page = await served.open()
})
test.afterEach(() => page.close())

async function openPage(name: string): Promise<void> {
  await page.keyboard.press('Control+,')
  await page.getByRole('tab', { name }).click()
}

const configFile = async (): Promise<unknown> =>
  JSON.parse(await readFile(join(served.workspace.directory, 'config', 'config.json'), 'utf8'))

async function addKey(on: Page, provider: string, key: string): Promise<void> {
  const row = on.getByRole('listitem', { name: provider })
  await row.getByRole('button', { name: `Add key for ${provider}` }).click()
  await row.getByLabel(`Key for ${provider}`, { exact: true }).fill(key)
  await row.getByRole('button', { name: 'Save', exact: true }).click()
}

/** A saved key is tested at once; here, nobody answers. */
const NO_PROVIDER = { MISTRAL_BASE_URL: 'http://127.0.0.1:9/v1' }

test('a key goes to the credentials file where there is no keychain, and is not shown again', async () => {
  const bare = await makeWorkspace(NO_PROVIDER)
  const app = await serveApp(bare)
  const other = await served.context.newPage()
  await other.goto(app.url)
  await other.getByRole('heading', { name: 'Ask several models at once.' }).waitFor()
  await other.keyboard.press('Control+,')
  await addKey(other, 'Mistral', 'mistral-secret-4f2c')
  await expect(other.getByRole('listitem', { name: 'Mistral' })).toContainText(
    'set · ends in …4f2c · from credentials.json',
  )
  await expect(other.getByText('mistral-secret')).toHaveCount(0)
  expect(await readFile(join(bare.directory, 'config', 'credentials.json'), 'utf8')).toContain('mistral-secret-4f2c')
  await other.close()
  await app.stop()
  await bare.remove()
})

test('a key goes to the keychain where a Secret Service runs', async () => {
  const missing = missingForKeychain()
  test.skip(missing !== null, `The keychain is not tried for real: ${missing}`)
  const session = await openKeychainSession()
  const bare = await makeWorkspace(NO_PROVIDER)
  const { IKIGAI_KEYCHAIN: _off, ...environment } = bare.environment
  const { DBUS_SESSION_BUS_ADDRESS = '', XDG_RUNTIME_DIR = '' } = session.environment
  const app = await serveApp({ ...bare, environment: { ...environment, DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR } })
  const other = await served.context.newPage()
  await other.goto(app.url)
  await other.getByRole('heading', { name: 'Ask several models at once.' }).waitFor()
  await other.keyboard.press('Control+,')
  await addKey(other, 'Mistral', 'mistral-secret-4f2c')
  await expect(other.getByRole('listitem', { name: 'Mistral' })).toContainText('set · ends in …4f2c · from keychain')
  await other.close()
  await app.stop()
  await session.close()
  await bare.remove()
})

test('theme and size of the letters count at once, and after a reload', async () => {
  await openPage('Appearance')
  await page.getByText('Dark', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Text size' }).selectOption('120 %')
  await page.getByText('Compact', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Text font' }).fill('Georgia')
  await page.keyboard.press('Enter')
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await expect(root).toHaveCSS('font-size', '19.2px')
  await expect(page.locator('body')).toHaveCSS('font-family', /^Georgia/)
  await page.reload()
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await expect(root).toHaveCSS('font-size', '19.2px')
  await expect(root).toHaveAttribute('data-density', 'compact')
  await openPage('Appearance')
  await page.getByRole('group', { name: 'Theme' }).getByText('Match system', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Text size' }).selectOption('100 %')
  await page.getByText('Comfortable', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Text font' }).fill('')
  await page.keyboard.press('Enter')
  await expect(root).not.toHaveAttribute('data-theme')
})

test('a base URL counts from the next request on, and is all that changes in config.json', async () => {
  const gateway = await startSimulator()
  gateway.enqueue('anthropic', textAnswer('Through the gateway.'))
  const before = await configFile()
  await openPage('Addresses and proxy')
  const field = page.getByRole('textbox', { name: 'Anthropic' })
  await field.fill('no address')
  await field.press('Enter')
  await typeCode(page, served.app)
  await expect(page.getByRole('alert')).toContainText('must not contain spaces')
  const address = gateway.environment()['ANTHROPIC_BASE_URL'] ?? ''
  await field.fill(address)
  await page.getByRole('button', { name: 'Save: Anthropic' }).click()
  await typeCode(page, served.app)
  await expect(page.getByRole('button', { name: 'Save: Anthropic' })).toBeHidden()
  expect(await configFile()).toEqual({
    sandbox: 'off',
    renew_models_at_start: false,
    default_provider: 'anthropic',
    providers: { anthropic: { default_model: DEFAULT_MODEL, base_url: address } },
  })
  await page.keyboard.press('Escape')
  const name = await newAgent(page)
  await promptTo(page, name).fill('Where are you?')
  await promptTo(page, name).press('Enter')
  await expect(pane(page, name).getByRole('log')).toContainText('Through the gateway.')
  await openPage('Addresses and proxy')
  await page.getByRole('textbox', { name: 'Anthropic' }).fill('')
  await page.keyboard.press('Enter')
  await expect.poll(configFile).toEqual(before)
  await gateway.close()
})

test('pools and servers are added, refused with the reason, removed, and brought back', async () => {
  await openPage('Pools')
  await page.getByRole('button', { name: 'Add pool' }).click()
  await page.getByRole('textbox', { name: 'Name of the pool' }).fill('smart')
  await page.getByRole('button', { name: 'Edit as JSON' }).click()
  const json = page.getByRole('textbox', { name: 'The pool, as JSON' })
  await json.fill('{ "strategy": "failover", "models": ["no-such-model"] }')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Unknown model: no-such-model')
  await json.fill('{ "strategy": "failover", "models": ["claude-haiku-4-5", "gpt-5-mini"] }')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const pool = page.getByRole('region', { name: 'Pool @smart' })
  await expect(pool).toContainText('Haiku 4.5 · med → GPT-5 Mini · med')
  await pool.getByRole('button', { name: 'Remove @smart' }).click()
  await expect(pool).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(pool).toBeVisible()
  await page.getByRole('tab', { name: 'MCP servers' }).click()
  await page.getByRole('button', { name: 'Add server' }).click()
  await page.getByRole('textbox', { name: 'Name of the server' }).fill('broken')
  await page.getByRole('textbox', { name: 'Command' }).fill('/nonexistent/program')
  await page.getByRole('button', { name: 'Add variable' }).click()
  await page.keyboard.type('TOKEN')
  await page.getByRole('textbox', { name: 'Value of variable 1' }).fill('server-secret')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await typeCode(page, served.app)
  const server = page.getByRole('region', { name: 'Server broken' })
  await expect(server.getByRole('status')).toContainText('failed')
  await server.getByRole('button', { name: 'Edit broken' }).click()
  await expect(server.getByRole('textbox', { name: 'Value of variable 1' })).toHaveValue('••••••')
  await server.getByRole('button', { name: 'Remove broken' }).click()
  await expect(server).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await typeCode(page, served.app)
  await expect(server).toBeVisible()
  expect(await configFile()).toMatchObject({
    mcp_servers: { broken: { command: '/nonexistent/program', env: { TOKEN: 'server-secret' } } },
  })
})

test('another database is tested first, and used after a restart', async () => {
  await openPage('Database')
  const field = page.getByRole('textbox', { name: 'Connection string' })
  await field.fill('postgres://ann:db-secret@127.0.0.1:1/none')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /database/i })
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await typeCode(page, served.app)
  await expect(page.getByText('After a restart of ikigai: postgres://ann@127.0.0.1:1/none')).toBeVisible()
  await expect(page.getByText('db-secret')).toHaveCount(0)
  await page.getByRole('button', { name: 'Use embedded database' }).click()
  await expect(page.getByText('After a restart of ikigai')).toHaveCount(0)
})

test('keys are rebound, what else has them is asked about, and the first ones come back', async () => {
  await openPage('Shortcuts')
  await page.getByRole('searchbox', { name: 'Search commands' }).fill('Show or hide agent tree')
  const row = page.getByRole('listitem').filter({ hasText: 'Show or hide agent tree' })
  const record = row.getByRole('button', { name: 'Change keys for Show or hide agent tree' })
  await record.click()
  await page.keyboard.press('Alt+n')
  await expect(row).toContainText('Used by “New agent”. Replace?')
  await row.getByRole('button', { name: 'Replace: Used by “New agent”' }).click()
  await expect(row).toContainText('Alt+N')
  await expect(record).toBeFocused()
  await record.click()
  await page.keyboard.press('Control+Alt+b')
  await expect(row).toContainText('Ctrl+Alt+B')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Alt+b')
  await expect(page.getByRole('navigation', { name: 'Agents' })).toBeHidden()
  await page.keyboard.press('Control+Alt+b')
  await openPage('Shortcuts')
  await page.getByRole('button', { name: 'Reset keys for Show or hide agent tree' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Show or hide agent tree' })).toContainText('Ctrl+B')
})

test('a backup is made now, into the folder beside the data, and can be read back', async () => {
  await openPage('Database')
  const last = page.getByText('Last backup', { exact: true }).locator('..')
  await expect(last).toContainText('None yet')
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect(last).not.toContainText('None yet')
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeEnabled()
  const { directory, environment } = served.workspace
  const folder = join(directory, 'data-backup')
  expect(await runIkigai(['restore', '--check', folder], environment)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Nothing is damaged.'),
  })
  await rm(join(folder, 'ikigai-backup.json'))
  await writeFile(join(folder, 'notes.txt'), 'not a backup')
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect(page.getByRole('alert')).toContainText('The folder holds other files and no backup.')
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: 'Status' }).getByRole('button', { name: 'Backup failed' }).click()
  await expect(page.getByRole('tab', { name: 'Database' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
})
