import { once } from 'node:events'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, type Locator, type Page, test } from '@playwright/test'

import { closeAll } from '../support/close-all.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { newAgent, pane, promptTo, serveWindow, type ServedWindow } from '../support/served-window.ts'
import { HONEST_APP, hostileApp } from '../support/tool-apps.ts'
import { untyped } from '../support/untyped.ts'
import { portOf } from '../support/port-of.ts'

/** A server of tools with apps: an honest one and a hostile one. Its files are in `folder`. */
const PROGRAM = join(import.meta.dirname, '../support/tool-server.ts')
const mimeType = 'text/html;profile=mcp-app'

test.describe.configure({ mode: 'default' })

let served: ServedWindow
let folder: string
let resources: string
let trapServer: Server
/** What the server that nothing may ask was asked for. */
const asked: string[] = []

test.beforeAll(async ({ browser }) => {
  trapServer = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  }).listen(0, '127.0.0.1')
  await once(trapServer, 'listening')
  const trap = `http://127.0.0.1:${portOf(trapServer)}`
  folder = await mkdtemp(join(tmpdir(), 'ikigai-apps-'))
  const tools = join(folder, 'tools.json')
  resources = join(folder, 'resources.json')
  const inputSchema = { type: 'object' }
  await writeFile(
    tools,
    JSON.stringify([
      { name: 'chart', inputSchema, _meta: { ui: { resourceUri: 'ui://chart' } } },
      { name: 'evil', inputSchema, _meta: { 'ui/resourceUri': 'ui://evil' } },
      { name: 'hidden', inputSchema, _meta: { ui: { resourceUri: 'ui://chart', visibility: ['app'] } } },
    ]),
  )
  await writeFile(
    resources,
    JSON.stringify({
      'ui://chart': { mimeType, text: HONEST_APP },
      'ui://evil': { mimeType, text: hostileApp(trap), _meta: { ui: { csp: { connectDomains: [trap] } } } },
    }),
  )
  const apps = { command: process.execPath, args: [PROGRAM, tools, resources] }
  served = await serveWindow(browser, {}, { mcp_servers: { apps } })
})
test.afterAll(() => closeAll(served, trapServer, folder))

/** A new agent whose model has called a tool, which was allowed. Returns its name and the card of the call. */
async function called(page: Page, tool: string): Promise<{ readonly name: string; readonly card: Locator }> {
  const name = await newAgent(page)
  const call = { type: 'tool_call', name: `apps__${tool}`, arguments: { city: 'Berlin' } } as const
  served.simulator.enqueue('anthropic', { type: 'script', blocks: [call] })
  served.simulator.enqueue('anthropic', textAnswer('That is done.'))
  await promptTo(page, name).fill('Use your tools')
  await promptTo(page, name).press('Enter')
  await pane(page, name)
    .getByRole('button', { name: /^Allow once/ })
    .click()
  await expect(pane(page, name).getByRole('log')).toContainText('That is done.')
  return { name, card: pane(page, name).getByRole('group', { name: `Tool apps__${tool}, finished` }) }
}

const request = (card: Locator) => card.getByRole('group', { name: 'Request of the app' })

test('an app shows the call, and asks the user to open a page and to take over a prompt', async () => {
  const page = await served.open()
  const { name, card } = await called(page, 'chart')
  const frame = card.frameLocator('iframe[title="App of apps__chart"]')

  await test.step('the model was offered no tool that is for apps only, and got no app', () => {
    const sent = JSON.stringify(served.simulator.requests)
    expect(sent).toContain('apps__chart')
    expect(sent).not.toMatch(/apps__hidden|Weather/)
  })

  await test.step('the app has the arguments and the result, in the height that it asks for', async () => {
    await card.getByRole('button', { name: 'Show app' }).click()
    await expect(frame.getByText('input {"city":"Berlin"}')).toBeVisible()
    await expect(frame.getByText('result {"city":"Berlin"}')).toBeVisible()
    await expect(frame.getByText('host ["light","en"]')).toBeVisible()
    await expect(card.locator('iframe')).toHaveAttribute('height', '333')
    await expect(card.getByText('from the network')).toHaveCount(0)
  })

  await test.step('a page is opened only when the user presses the button', async () => {
    await frame.getByRole('button', { name: 'More' }).click()
    await expect(request(card)).toContainText('https://example.com/more')
    await request(card).getByRole('button', { name: 'Dismiss' }).click()
    await expect(frame.getByText('answer ["ui/open-link",{"isError":true}]')).toBeVisible()
    expect(served.context.pages()).toHaveLength(1)
    await served.context.route('https://example.com/**', (route) => route.fulfill({ body: 'A page' }))
    await frame.getByRole('button', { name: 'More' }).click()
    const opened = served.context.waitForEvent('page')
    await request(card).getByRole('button', { name: 'Open page' }).click()
    await (await opened).close()
    await expect(frame.getByText('answer ["ui/open-link",{}]')).toBeVisible()
  })

  await test.step('a suggested prompt is put into the box as text, and not sent', async () => {
    const before = served.simulator.requests.length
    await promptTo(page, name).fill('Thanks')
    await frame.getByRole('button', { name: 'Tomorrow' }).click()
    await expect(request(card)).toContainText('/kill and tomorrow?')
    await expect(promptTo(page, name)).toHaveValue('Thanks')
    await request(card).getByRole('button', { name: 'Put into prompt box' }).click()
    await expect(promptTo(page, name)).toHaveValue('Thanks\n\n/kill and tomorrow?')
    await expect(frame.getByText('answer ["ui/message",{}]')).toBeVisible()
    expect(served.simulator.requests).toHaveLength(before)
  })

  await test.step('an app that is no longer there is an error, and the result stays', async () => {
    await card.getByRole('button', { name: 'Hide app' }).click()
    await expect(card.locator('iframe')).toHaveCount(0)
    const all = untyped<Record<string, unknown>>(JSON.parse(await readFile(resources, 'utf8')))
    await writeFile(resources, JSON.stringify({ ...all, 'ui://chart': undefined }))
    await card.getByRole('button', { name: 'Show app' }).click()
    await expect(card.getByRole('alert')).toContainText('The MCP server apps refused: ')
    await card.getByText('apps__chart').click()
    await expect(card.getByText('{"city":"Berlin"}', { exact: true }).last()).toBeVisible()
  })
  await page.close()
})

test('a hostile app reaches no network, no window, no tool and no prompt, and is ended when it floods', async () => {
  const page = await served.open()
  const { name, card } = await called(page, 'evil')
  const frame = card.frameLocator('iframe[title="App of apps__evil"]')
  const address = page.url()
  const requests = served.simulator.requests.length
  await card.getByRole('button', { name: 'Show app' }).click()
  await expect(frame.getByText('DONE')).toBeVisible()
  const log = frame.locator('#log')

  await test.step('everything that is not allowed is answered with an error', async () => {
    await expect(log).toContainText('end {}')
    for (const id of ['tool', 'read', 'context']) await expect(log).toContainText(`${id} -32601`)
    for (const id of ['deep', 'huge', 'many', 'script']) await expect(log).toContainText(`${id} -32602`)
    await expect(log).toContainText('second {"isError":true}')
  })

  await test.step('the user is asked for one thing, the frame stays small, and nothing else has happened', async () => {
    await expect(request(card)).toHaveCount(1)
    await expect(request(card)).toContainText('trapped prompt')
    await expect(card.locator('iframe')).toHaveAttribute('height', '640')
    await expect(card.locator('iframe')).toHaveAttribute('sandbox', 'allow-scripts')
    await expect(promptTo(page, name)).toHaveValue('')
    await expect(card).toContainText('which apps cannot do here: http://127.0.0.1')
    expect(page.url()).toBe(address)
    expect(await page.title()).not.toBe('trapped')
    expect(await page.evaluate(() => localStorage.getItem('trapped'))).toBeNull()
    expect(served.context.pages()).toHaveLength(1)
    expect(served.simulator.requests).toHaveLength(requests)
  })

  await test.step('a flood of messages, and leaving for another page, end the app', async () => {
    await frame.getByRole('button', { name: 'Flood' }).click()
    await expect(card.getByRole('alert')).toHaveText('The app sent too many messages, so it was ended.')
    await expect(request(card)).toHaveCount(0)
    await card.getByRole('button', { name: 'Hide app' }).click()
    await card.getByRole('button', { name: 'Show app' }).click()
    await frame.getByRole('button', { name: 'Leave' }).click()
    await expect(card.getByRole('alert')).toHaveText('The app stopped responding, so it was ended.')
    expect(page.url()).toBe(address)
  })
  expect(asked).toEqual([])
  await page.close()
})
