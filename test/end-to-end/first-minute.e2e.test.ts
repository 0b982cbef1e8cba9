import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, request as send } from 'node:http'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { sample } from '../support/foreign-samples.ts'
import { spokenTexts } from '../support/provider-simulator/conversation-texts.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace } from '../support/run-ikigai.ts'
import { serveApp } from '../support/serve-app.ts'
import { ANSWER, serveWindow, typeCode } from '../support/served-window.ts'
import { UserActs } from '../support/user-acts.ts'

test('a pasted key, Save, and a prompt lead to an answer; the first key decides the default model', async ({
  page,
}) => {
  const simulator = await startSimulator()
  const environment = Object.entries(simulator.environment()).filter(([name]) => !name.endsWith('_API_KEY'))
  const workspace = await makeWorkspace(Object.fromEntries(environment))
  const app = await serveApp(workspace)
  await page.goto(app.url)
  await page.getByText('stored in credentials.json, readable by your user only').waitFor()

  const first = new UserActs()
  await expect(page.getByLabel('API key')).toBeFocused()
  const say = async (text: string): Promise<void> => {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await first.do(() => say('sk-ant-simulator'))
  await expect(page.getByRole('textbox', { name: /^Prompt to/ })).toBeFocused()
  await expect(page.getByText('New agents use Sonnet 5.5')).toBeVisible()
  await first.do(() => say('OAuth 2 or JWT?'))
  await expect(page.getByRole('log')).toContainText(ANSWER)
  expect(first.count).toBe(2)

  await test.step('the last prompt is edited in two acts', async () => {
    const edit = new UserActs()
    await edit.do(() => page.keyboard.press('Control+Shift+E'))
    await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toBeFocused()
    await edit.do(async () => {
      await page.keyboard.press('Control+A')
      await say('Only JWT?')
    })
    await expect(page.getByRole('group', { name: 'Version 2 of 2' })).toBeVisible()
    await expect(page.getByRole('log')).toContainText('Only JWT?')
    await expect(page.getByRole('log')).toContainText(ANSWER)
    expect(edit.count).toBe(2)
  })

  await test.step('three models are asked in four acts; the starter sends nothing', async () => {
    const several = new UserActs()
    await several.do(() => page.keyboard.press('Alt+n'))
    const before = simulator.requests.length
    await several.do(() => page.getByRole('button', { name: 'Ask 3 models the same question' }).click())
    await expect(
      page
        .getByRole('group', { name: 'Models' })
        .last()
        .getByRole('button', { name: /^(?!Thinking: )/ }),
    ).toHaveCount(3)
    const box = page.getByRole('textbox', { name: /^Prompt to/ }).last()
    await expect(box).toBeFocused()
    await expect(box).not.toHaveValue('')
    expect(simulator.requests).toHaveLength(before)
    await several.do(async () => {
      await page.keyboard.press('Control+A')
      await say('Which one is best?')
    })
    await expect(page.getByRole('region', { name: /^[ABC]: / })).toHaveCount(3)
    for (const letter of 'ABC') {
      await expect(page.getByRole('region', { name: new RegExp(`^${letter}: `) })).toContainText(ANSWER)
    }
    expect(several.count).toBeLessThanOrEqual(4)
    await page.getByRole('button', { name: 'Close comparison' }).click()
  })

  // A second key changes nothing.
  await page.keyboard.press('Control+,')
  await page.getByRole('button', { name: 'Add key for OpenAI' }).click()
  await page.keyboard.type('simulator-key')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem', { name: 'OpenAI' })).toContainText(/Works · \d+ models/)
  const config: unknown = JSON.parse(await readFile(join(workspace.directory, 'config', 'config.json'), 'utf8'))
  expect(config).toMatchObject({ default_provider: 'anthropic' })

  await app.stop()
  await workspace.remove()
  await simulator.close()
})

test('keys of the environment lead to an answer in two acts without a choice of a model, and to a fork in two more', async ({
  page,
}) => {
  const simulator = await startSimulator()
  const workspace = await makeWorkspace(simulator.environment())
  const app = await serveApp(workspace)
  await page.goto(app.url)

  const first = new UserActs()
  await first.do(() => page.getByRole('button', { name: 'New agent' }).last().click())
  await expect(page.getByRole('textbox', { name: /^Prompt to/ })).toBeFocused()
  // Nothing is configured: the first provider with a key decides.
  await expect(page.getByRole('button', { name: 'Model: Sonnet 5.5' })).toBeVisible()
  await first.do(async () => {
    await page.keyboard.type('OAuth 2 or JWT?')
    await page.keyboard.press('Enter')
  })
  // A key of the environment gives a default model, as a saved one does: nothing is asked.
  await expect(page.getByRole('log')).toContainText(ANSWER)
  expect(first.count).toBe(2)

  const fork = new UserActs()
  await fork.do(() => page.keyboard.press('Alt+Shift+N'))
  await fork.do(() => page.getByRole('dialog').getByRole('button', { name: 'Fork', exact: true }).click())
  await expect(page.getByRole('treeitem', { level: 2 })).toHaveCount(1)
  await expect(page.getByRole('region', { name: /^Agent / })).toHaveCount(2)
  // What is typed next goes to the fork.
  await expect(
    page
      .getByRole('region', { name: /^Agent / })
      .nth(1)
      .getByRole('textbox', { name: /^Prompt to/ }),
  ).toBeFocused()
  expect(fork.count).toBe(2)

  await app.stop()
  await workspace.remove()
  await simulator.close()
})

test('three providers answer the first prompt of an empty window, in four acts', async ({ browser }) => {
  const served = await serveWindow(browser)
  const { simulator } = served
  const page = await served.open()
  await expect(page.getByText('No agents yet.')).toBeVisible()

  const acts = new UserActs()
  await acts.do(() => page.getByRole('button', { name: 'New agent' }).last().click())
  await acts.do(() => page.getByRole('button', { name: 'Ask 3 models the same question' }).click())
  await expect(
    page.getByRole('group', { name: 'Models' }).getByRole('button', { name: /^(?!Thinking: )/ }),
  ).toHaveCount(3)
  await acts.do(async () => {
    await page.keyboard.press('Control+A')
    await page.keyboard.type('OAuth 2 or JWT?')
    await page.keyboard.press('Enter')
  })
  const columns = page.getByRole('region', { name: /^[ABC]: / })
  await expect(columns).toHaveCount(3)
  for (const index of [0, 1, 2]) await expect(columns.nth(index)).toContainText(ANSWER)
  expect(acts.count).toBeLessThanOrEqual(4)

  const labels = await Promise.all([0, 1, 2].map((index) => columns.nth(index).getAttribute('aria-label')))
  expect(labels).toEqual([expect.stringMatching(/^A: (Sonnet|Opus|Haiku) /), 'B: GPT-6.1 Terra', 'C: Gemini 3.8 Flash'])
  expect(simulator.requests.map(({ host }) => host).toSorted()).toEqual(['anthropic', 'google', 'openai'])
  const sent = simulator.requests.map((request) => spokenTexts(request).map(({ role, text }) => [role, text]))
  expect(sent).toEqual([0, 1, 2].map(() => [['user', 'OAuth 2 or JWT?']]))
  await expect(page.locator('[role=treeitem][aria-level="1"]')).toHaveText(/OAuth 2 or JWT\?/)
  const children = page.locator('[role=treeitem][aria-level="2"]')
  await expect(children).toHaveCount(2)
  for (const model of ['GPT-6.1 Terra', 'Gemini 3.8 Flash']) {
    await expect(children.filter({ hasText: model })).toHaveCount(1)
  }
  await served.close()
})

test('a local server is found, and answers the first prompt', async ({ page }) => {
  const simulator = await startSimulator()
  const target = new URL(simulator.environment()['LOCAL_BASE_URL'] ?? '')
  // Stands in for Ollama at a free port: lists a model, and passes everything else on to the simulator.
  const server = createServer((incoming, response) => {
    const { method, headers, url = '' } = incoming
    if (url === '/v1/models') return response.end(JSON.stringify({ data: [{ id: 'qwen3:8b' }] }))
    const path = url.replace(/^\/v1/, target.pathname)
    const outgoing = send({ host: '127.0.0.1', port: target.port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    return incoming.pipe(outgoing)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address === null || typeof address === 'string' ? 0 : address.port
  const workspace = await makeWorkspace({ OLLAMA_HOST: `127.0.0.1:${port}` })
  const app = await serveApp(workspace)
  await page.goto(app.url)

  await page.getByText(/^Ollama · \d+ models?$/).waitFor()
  await page.getByRole('button', { name: 'Use Ollama' }).click()
  // Only someone at the terminal may say where requests go.
  await typeCode(page, app)
  await expect(page.getByRole('textbox', { name: /^Prompt to/ })).toBeFocused()
  await page.keyboard.type('hi')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log')).toContainText(ANSWER)

  await app.stop()
  await workspace.remove()
  server.closeAllConnections()
  server.close()
  await simulator.close()
})

test('an export of ChatGPT comes in by three acts: Import…, the file, Import', async ({ page }) => {
  const workspace = await makeWorkspace()
  const app = await serveApp(workspace)
  await page.goto(app.url)

  const acts = new UserActs()
  await acts.do(() => page.getByRole('button', { name: 'Import…' }).click())
  const file = sample('synthetic/chatgpt.conversations.json')
  await acts.do(() => page.getByLabel('Files', { exact: true }).setInputFiles(file))
  const list = page.getByRole('group', { name: 'Conversations in the files' })
  await expect(list.getByRole('checkbox').first()).toBeChecked()
  await acts.do(() => page.getByRole('button', { name: 'Import', exact: true }).click())
  // What was imported is in the tree before the report is closed.
  await expect(page.getByRole('treeitem', { includeHidden: true }).first()).toBeAttached()
  expect(acts.count).toBe(3)
  await page.getByRole('button', { name: 'Show agent' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('region', { name: /^Agent / })).toHaveCount(1)

  await app.stop()
  await workspace.remove()
})

test('the demo starts inside the app on a tree of its own, and leaves nothing behind', async ({ page }) => {
  const workspace = await makeWorkspace()
  const app = await serveApp(workspace)
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Start the demo' }).click()

  await expect(page.getByRole('banner')).toContainText('Demo')
  const rows = page.getByRole('tree', { name: 'Agents' }).getByRole('treeitem')
  await expect(rows).toHaveCount(4)
  // Each model answers the question while the window is watched; none of them answers the note that describes its fork.
  const questions = page.getByText('OAuth 2 or JWT for the login of a small web application?', { exact: true })
  await expect(page.getByRole('region', { name: /^A: / })).toContainText('answering')
  // Compared agents are told apart by their models.
  for (const name of [/^GPT/, /^Gemini/]) await expect(page.getByRole('treeitem', { name })).toHaveCount(1)
  const columns = page.getByRole('region', { name: /^[ABC]: / })
  await expect(columns).toContainText(['answer different questions', 'Decide in three questions', 'Think of a hotel'])
  await test.step('prompts are answered, also after a reload of the window', async () => {
    await page.reload()
    await expect(rows).toHaveCount(4)
    await columns.getByText(/^done/).nth(2).waitFor()
    await page.getByRole('textbox', { name: 'Prompt to all 3 agents' }).click()
    await page.keyboard.type('Write a haiku')
    // They were not asked again.
    await expect(questions).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(columns.filter({ hasText: 'Nothing said is lost.' })).toHaveCount(1)
  })

  await page.getByRole('button', { name: 'Exit demo' }).click()
  await expect(page.getByRole('heading', { name: 'Ask several models at once.' })).toBeVisible()
  await expect(page.getByRole('banner')).not.toContainText('Demo')
  await expect(rows).toHaveCount(0)
  await app.stop()
  await workspace.remove()
})
