import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, type Page, test } from '@playwright/test'

import { ENDPOINT_PRESETS, PRESET_NAMES, type PresetName } from '../../src/shared/endpoints/endpoint-presets.ts'
import { DIALECTS } from '../support/provider-simulator/endpoint-dialects.ts'
import { type DialectServer, startDialect } from '../support/provider-simulator/start-dialect.ts'
import { ANSWER, ask, newAgent, promptTo, serveWindow, type ServedWindow, typeCode } from '../support/served-window.ts'

/** Endpoints as a user adds them: in the form of Settings, by role and label. */
test.describe.configure({ mode: 'default', timeout: 300_000 })

let served: ServedWindow
let page: Page
const servers: DialectServer[] = []

// One app shows ten codes in five minutes, so each test has its own.
test.beforeEach(async ({ browser }) => {
  served = await serveWindow(browser, { TEAM_KEY: 'endpoint-key' })
  page = await served.open()
})
test.afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
  await served.close()
})

async function openEndpoints(): Promise<void> {
  await page.keyboard.press('Control+,')
  await page.getByRole('tab', { name: 'Endpoints' }).click()
}

/** Adds a known service whose key is in the variable TEAM_KEY, and tries it. */
async function addService(name: PresetName, server: DialectServer): Promise<void> {
  const { model, hasNoList = false } = DIALECTS[name]
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const form = page.getByRole('form', { name: 'New endpoint' })
  await form.getByRole('textbox', { name: 'Name of the endpoint' }).fill(name)
  await form.getByRole('combobox', { name: 'Known service' }).selectOption(ENDPOINT_PRESETS[name].label)
  await form.getByRole('textbox', { name: 'Address' }).fill(server.baseUrl)
  if (hasNoList) await form.getByRole('textbox', { name: 'Models' }).fill(`${model}, other-model`)
  await form.getByRole('textbox', { name: 'Variable with the key' }).fill('TEAM_KEY')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await typeCode(page, served.app)
  const row = page.getByRole('region', { name: ENDPOINT_PRESETS[name].label, exact: true })
  await expect(row).toContainText('key from the environment')
  await row.getByRole('button', { name: `Try it: ${name}`, exact: true }).click()
  await expect(row.getByRole('status')).toHaveText(`${name}/${model} answered: ${ANSWER}`)
  await row.getByText('Request', { exact: true }).click()
  await expect(row.getByText(`POST ${server.baseUrl}`)).toBeVisible()
  await row.getByText('Answer, status 200').click()
  await expect(row).not.toContainText('endpoint-key')
}

/** Asks a model of a service in an agent that other services answered before. */
async function askService(name: PresetName, agent: string, { bodies }: DialectServer): Promise<void> {
  const { model } = DIALECTS[name]
  await promptTo(page, agent).fill(`/model ${name}/${model}/low`)
  await promptTo(page, agent).press('Enter')
  const before = bodies.length
  await ask(page, agent, 'Hello')
  expect(bodies.length).toBeGreaterThan(before)
}

const HALF = PRESET_NAMES.length / 2
for (const names of [PRESET_NAMES.slice(0, HALF), PRESET_NAMES.slice(HALF)]) {
  test(`${names.join(', ')} are added in the form, tried, and answer a turn`, async () => {
    await openEndpoints()
    for (const name of names) {
      const server = await startDialect(DIALECTS[name], served.simulator)
      servers.push(server)
      await test.step(name, () => addService(name, server))
    }
    await page.keyboard.press('Escape')
    const agent = await newAgent(page)
    for (const [index, server] of servers.entries()) {
      const name = names[index]
      if (name !== undefined) await test.step(`a turn of ${name}`, () => askService(name, agent, server))
    }
    expect(servers.flatMap(({ refused }) => refused)).toEqual([])
  })
}

test('an endpoint is removed with its key, and put back without it', async () => {
  const server = await startDialect(DIALECTS.together, served.simulator)
  servers.push(server)
  await openEndpoints()
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const form = page.getByRole('form', { name: 'New endpoint' })
  await form.getByRole('textbox', { name: 'Name of the endpoint' }).fill('team')
  await form.getByRole('combobox', { name: 'API' }).selectOption('Chat Completions')
  await form.getByRole('textbox', { name: 'Address' }).fill(server.baseUrl)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await typeCode(page, served.app)
  const row = page.getByRole('region', { name: 'team', exact: true })
  await row.getByLabel('Key of team', { exact: true }).fill('team-secret-key-1')
  await row.getByRole('button', { name: 'Save key of team' }).click()
  await expect(row).toContainText('key saved')
  const credentials = join(served.workspace.directory, 'config', 'credentials.json')
  expect(await readFile(credentials, 'utf8')).toContain('team-secret-key-1')
  await row.getByRole('button', { name: 'Remove team' }).click()
  await expect(row).toBeHidden()
  await expect(page.getByText('Endpoint team and its saved key removed')).toBeVisible()
  expect(await readFile(credentials, 'utf8')).not.toContain('team-secret-key-1')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await typeCode(page, served.app)
  await expect(row).toContainText('no key')
})
