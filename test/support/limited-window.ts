/**
 * What a user does in the window in the first minutes and on a day with tools, in a network namespace in which every address is
 * answered: `node limited-window.ts [HOSTS]`. HOSTS is the value of IKIGAI_ONLY_HOSTS. Prints what the window showed and what it
 * asked for, as one line of JSON. The connections of the engine are those that `traced-program.ts` notes.
 */
import { chromium } from '@playwright/test'

import { textAnswer } from './provider-simulator/answer.ts'
import { BROWSER_ARGUMENTS, findBrowser } from './find-browser.ts'
import { openLimitedNetwork, OUTWARD_CALLS } from './limited-network.ts'
import { serveApp } from './serve-app.ts'

const network = await openLimitedNetwork(process.argv[2], {
  default_provider: 'openai',
  providers: { openai: { default_model: 'gpt-6-sol' } },
})
const { simulator, workspace } = network
const environment = { ...workspace.environment, CONNECTION_LOG: process.env['CONNECTION_LOG'] ?? '' }
const app = await serveApp({ ...workspace, environment })
const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: BROWSER_ARGUMENTS })
const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
const page = await context.newPage()

/** The origins of everything that the window asked for, with its sockets. */
const asked = new Set<string>()
context.on('request', (request) => asked.add(new URL(request.url()).host))
page.on('websocket', (socket) => asked.add(new URL(socket.url()).host))

const shown: Record<string, string> = {}
const prompt = page.getByRole('textbox', { name: /^Prompt to/ }).first()
const dialog = page.getByRole('dialog')
async function say(text: string): Promise<void> {
  await prompt.fill(text)
  await prompt.press('Enter')
}
async function run(title: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(title)
  await page.getByRole('option').first().filter({ hasText: title }).waitFor()
  await page.keyboard.press('Enter')
}

const loaded = await page.goto(app.url)
shown['policy'] = loaded?.headers()['content-security-policy'] ?? ''
await page.getByRole('navigation', { name: 'Agents' }).waitFor()
await page.keyboard.press('Alt+n')
await prompt.waitFor()

simulator.enqueue('openai', textAnswer('A first answer.'))
await say('Hello')
await page.getByRole('log').getByText('A first answer.').waitFor()

simulator.enqueue('openai', OUTWARD_CALLS)
simulator.enqueue('openai', textAnswer('All was tried.'))
await say('Look around')
const done = page.getByRole('log').getByText('All was tried.')
const allow = page.getByRole('button', { name: /^Allow once/ }).first()
while ((await done.count()) === 0) {
  await allow.or(done).first().waitFor()
  if ((await done.count()) === 0) await allow.click({ timeout: 2_000 }).catch(() => undefined)
}
shown['tools'] = JSON.stringify(simulator.requests.at(-1)?.body['input'])

simulator.answerWith(() => textAnswer('An answer to compare.'))
await page.keyboard.press('Alt+Shift+N')
for (const model of ['gpt-6-sol', 'claude-sonnet-5-5']) {
  await dialog.getByRole('searchbox', { name: 'Search models' }).fill(model)
  await dialog.getByRole('checkbox').first().check()
}
await dialog.getByRole('textbox', { name: /^Prompt/ }).fill('Which?')
await dialog.getByRole('button', { name: /^Fork into 2/ }).click()
await page.getByText('An answer to compare.').nth(1).waitFor()
shown['compared'] = String(await page.getByText('An answer to compare.').count())

await page.keyboard.press('F1')
await page.getByText('Recently answered').first().waitFor()
shown['help'] = await page.locator('body').innerText()
await page.keyboard.press('Escape')

await run('Settings: Default models')
await dialog.getByRole('button', { name: 'Renew models and limits' }).click()
await dialog.getByRole('status').filter({ hasText: '203.0.113.5' }).first().waitFor()
shown['renew'] = await dialog.innerText()
await page.keyboard.press('Escape')
await run('Settings: About')
await dialog.getByRole('button', { name: 'Look now' }).click()
await page.waitForFunction(() => !document.body.innerText.includes('Looking…'))
shown['update'] = await dialog.innerText()

await page.close()
await browser.close()
await app.stop()
process.stdout.write(`${JSON.stringify({ shown, asked: [...asked], origin: new URL(app.url).host })}\n`)
await network.close()
process.exit(0)
