import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { type Download, expect, type Page, test } from '@playwright/test'
import { z } from 'zod'

import { textAnswer } from '../support/provider-simulator/answer.ts'
import {
  ANSWER,
  ask,
  newAgent,
  pane,
  promptTo,
  serveWindow,
  windowForTests,
  typeCode,
} from '../support/served-window.ts'

const rowSchema = z.object({ type: z.string(), kind: z.string().optional() })

/** What is asked about an agent in a dialog: its file, its budget, its folder. One app serves all tests. */
test.describe.configure({ mode: 'default' })

const served = windowForTests()
let page: Page

test.beforeEach(async () => {
  page = await served.open()
})
test.afterEach(() => page.close())

async function choose(name: string, item: string): Promise<void> {
  await page.getByRole('treeitem', { name: new RegExp(name) }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: item }).click()
}

/** Exports what is chosen in the dialog that is open. */
async function exported(what: RegExp): Promise<{ readonly file: Download; readonly text: string }> {
  await page.getByRole('radio', { name: what }).check()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
  const file = await download
  return { file, text: await readFile(await file.path(), 'utf8') }
}

/** Writes a file and imports it with the dialog. */
async function importFile(name: string, text: string): Promise<void> {
  const path = join(served.workspace.directory, name)
  await writeFile(path, text)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('import')
  await page.keyboard.press('Enter')
  await page.getByLabel('Files', { exact: true }).setInputFiles(path)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
}

test('a conversation is exported to be read, and an agent to be imported again', async () => {
  const name = await newAgent(page)
  await ask(page, name, 'What is worth keeping?')

  await choose(name, 'Export…')
  const document = await exported(/^Conversation \(Markdown\)/)
  expect(document.file.suggestedFilename()).toMatch(new RegExp(`^ikigai-${name}-.*\\.md$`))
  expect(document.text).toContain(`## User\n\nWhat is worth keeping?\n`)
  expect(document.text).toContain(ANSWER)

  await choose(name, 'Export…')
  const log = await exported(/^This agent \(JSON Lines\)/)
  const kinds = log.text
    .trimEnd()
    .split('\n')
    .map((line) => rowSchema.parse(JSON.parse(line)))
    .map(({ type, kind }) => kind ?? type)
  // The last three end the chains of hashes, of the agent and of the file, and sign the whole.
  expect(kinds).toEqual(['ikigai', 'agent', 'system', 'user', 'assistant', 'ikigai', 'ikigai', 'ikigai'])

  await importFile('log.jsonl', log.text)
  await expect(page.getByText('Imported 1 agent and 3 events')).toBeVisible()
  await expect(page.getByRole('log').getByText('What is worth keeping?')).toHaveCount(2)
})

test('an import of sixty megabytes shows its progress, and leaves nothing when it is cancelled', async () => {
  const agents = page.getByRole('treeitem')
  const before = await agents.count()
  const line = JSON.stringify({ kind: 'user', content: 'word '.repeat(200_000) })
  await importFile('large.jsonl', `${line}\n`.repeat(60))

  const progress = page.getByRole('progressbar', { name: 'Progress of the import' })
  const value = async (): Promise<number> => Number(await progress.getAttribute('value'))
  await expect.poll(value).toBeGreaterThan(0)
  const first = await value()
  await expect.poll(value).toBeGreaterThan(first)
  await expect(page.getByText(/^Reading .* of 60\.0 MB…$|^Saving /)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // The import that follows waits for the same connection: what the cancelled one had sent was handled before it.
  await importFile('small.jsonl', `${JSON.stringify({ kind: 'user', content: 'A short file' })}\n`)
  await expect(page.getByText('Imported 1 agent and 1 event')).toBeVisible()
  await expect(agents).toHaveCount(before + 1)
})

test('a budget pauses the agent before its limit, is raised by an answer, and is taken away', async () => {
  const name = await newAgent(page)
  await choose(name, 'Set budget…')
  const limit = page.getByRole('textbox', { name: 'Token limit (input and output)' })
  await limit.fill('1')
  await page.getByRole('radio', { name: /^This agent only/ }).check()
  await page.getByRole('textbox', { name: /^Extend by/ }).fill('1M')
  await page.getByRole('button', { name: 'Set budget', exact: true }).click()
  const openGauge = () =>
    pane(page, name)
      .getByRole('button', { name: /^Context / })
      .click()
  const meter = page.getByRole('button', { name: /^Budget: / })
  await openGauge()
  await expect(meter).toHaveAccessibleName('Budget: 0 of 1 tokens used. Change')
  await page.keyboard.press('Escape')

  await promptTo(page, name).fill('This one waits')
  await promptTo(page, name).press('Enter')
  await pane(page, name)
    .getByRole('button', { name: /^Allow 1,000,000 tokens more/ })
    .click()
  await expect(pane(page, name).getByText(ANSWER)).toHaveCount(1)
  await openGauge()
  await expect(meter).toHaveAccessibleName(/ of 1M tokens used\. Change$/)
  await expect(meter).toHaveAttribute('title', / of 1,000,001 tokens used$/)

  await meter.click()
  await page.getByRole('button', { name: 'Remove the budget' }).click()
  await openGauge()
  await expect(page.getByRole('button', { name: 'Set budget…' })).toBeVisible()
})

test('tools work in the folder that is chosen, and what is no folder is refused with words', async () => {
  const name = await newAgent(page)
  const folder = join(await realpath(served.workspace.directory), 'gateway')
  await choose(name, 'Working folder…')
  const field = page.getByRole('textbox', { name: /^Folder/ })
  await field.fill(folder)
  await field.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(`${folder}: there is no such folder.`)
  await mkdir(folder)
  await page.getByRole('button', { name: 'Set folder' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(pane(page, name).getByTitle(new RegExp(`Working folder: ${folder}$`))).toBeVisible()

  served.simulator.enqueue('anthropic', {
    type: 'script',
    blocks: [{ type: 'tool_call', name: 'bash', arguments: { command: 'pwd' } }],
  })
  served.simulator.enqueue('anthropic', textAnswer('That is where I am.'))
  await promptTo(page, name).fill('Where are you?')
  await promptTo(page, name).press('Enter')
  await pane(page, name)
    .getByRole('button', { name: /^Allow once/ })
    .click()
  const card = pane(page, name).getByRole('group', { name: 'Tool bash, finished' })
  await expect(pane(page, name)).toContainText('That is where I am.')
  await card.getByText('pwd').first().click()
  await expect(card).toContainText(folder)
})

test('a terminal runs in the folder of an agent, after a code, and a reload finds it again', async () => {
  const name = await newAgent(page)
  const folder = await realpath(await mkdir(join(served.workspace.directory, 'shop'), { recursive: true }).then(String))
  await choose(name, 'Working folder…')
  await page.getByRole('dialog').getByRole('textbox').fill(folder)
  await page.getByRole('dialog').getByRole('button', { name: 'Set folder' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const terminal = pane(page, name).getByRole('region', { name: 'Terminal' })
  const lines = terminal.getByRole('listitem')

  // Among them what the content security policy refuses.
  const faults: string[] = []
  page.on('console', (message) => (message.type() === 'error' ? faults.push(message.text()) : undefined))

  await test.step('it is opened by a key and confirmed, and has the focus', async () => {
    await promptTo(page, name).press('Control+`')
    await typeCode(page, served.app)
    await expect(terminal.getByRole('textbox')).toBeFocused()
    await page.keyboard.type("PS1='> '; pwd; printf '\\033[38;2;0;128;0mgreen\\033[0m '; echo be''gun; sleep 600\n")
    await expect(lines.filter({ hasText: 'begun' })).toHaveText(/green begun/)
    await expect(lines.filter({ hasText: folder }).last()).toBeVisible()
  })

  await test.step('Ctrl+C reaches its programs, and the key leads to the prompt and back', async () => {
    await page.keyboard.press('Control+c')
    await page.keyboard.type("echo sec''ret\n")
    await expect(lines.filter({ hasText: /^secret/ })).toHaveCount(1)
    await page.keyboard.press('Control+`')
    await expect(promptTo(page, name)).toBeFocused()
    await page.keyboard.press('Control+`')
    await expect(terminal.getByRole('textbox')).toBeFocused()
  })

  await test.step('a reload finds it as it was', async () => {
    await page.reload()
    await expect(lines.filter({ hasText: /^secret/ })).toHaveCount(1)
    await terminal.getByRole('textbox').focus()
    await page.keyboard.type("echo af''ter\n")
    await expect(lines.filter({ hasText: /^after/ })).toHaveCount(1)
  })

  await test.step('no model learns of it', async () => {
    await ask(page, name, 'What did I type?')
    expect(JSON.stringify(served.simulator.requests)).not.toMatch(/secret|echo af/)
  })

  await test.step('it ends with its shell, and the focus returns to the prompt', async () => {
    await terminal.getByRole('textbox').focus()
    await page.keyboard.type('exit\n')
    await expect(terminal).toHaveCount(0)
    await expect(promptTo(page, name)).toBeFocused()
  })

  await test.step('it ends with its pane', async () => {
    await choose(name, 'Open terminal')
    await typeCode(page, served.app)
    await expect(terminal.getByRole('textbox')).toBeFocused()
    await pane(page, name).getByRole('button', { name: 'Close pane' }).click()
    await page.getByRole('treeitem', { name: new RegExp(name) }).click()
    await expect(promptTo(page, name)).toBeVisible()
    await expect(terminal).toHaveCount(0)
  })
  expect(faults).toEqual([])
})

/** Lets the program of a process run without the library of terminals, as on a system for which there is none. */
const WITHOUT_TERMINALS = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith('@lydell/node-pty')) throw new Error('No such package here.')
      return next(specifier, context)
    },
  })`)}`

test('where no terminal can be had, the pane says so and what to do, and all else works', async ({ browser }) => {
  const bare = await serveWindow(browser, { NODE_OPTIONS: `--import=${WITHOUT_TERMINALS}` })
  try {
    const window = await bare.open()
    const name = await newAgent(window)
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await promptTo(window, name).press('Control+`')
      await typeCode(window, bare.app)
      const notice = pane(window, name).getByRole('status').filter({ hasText: 'cannot open terminals' })
      await expect(notice).toContainText(/open a terminal of your own in \/.*No such package here/)
      await expect(pane(window, name).getByRole('region', { name: 'Terminal' })).toHaveCount(0)
      await expect(promptTo(window, name)).toBeFocused()
    }
    await ask(window, name, 'Do you still answer?')
    await expect(pane(window, name).getByText('cannot open terminals')).toHaveCount(0)
  } finally {
    await bare.close()
  }
})

test('a model writes about a branch, and the text is merged into the parent and taken out again', async () => {
  const name = await newAgent(page)
  await ask(page, name, 'Which lock?')
  await promptTo(page, name).fill('/fork "And which after it?"')
  await promptTo(page, name).press('Enter')
  const fork = page.getByRole('treeitem', { name: /And which after it/ })
  await expect(fork).toBeVisible()
  await expect(page.getByRole('region', { name: /^Agent .*And which after it/ }).getByText(ANSWER)).toHaveCount(2)
  await fork.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Merge into agent…' }).click()
  const dialog = page.getByRole('dialog', { name: /into an agent$/ })
  await dialog.getByRole('spinbutton', { name: 'Token limit' }).fill('40')
  served.simulator.enqueue('anthropic', textAnswer('The branch chose the second lock.'))
  await dialog.getByRole('button', { name: 'Let the model write it' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('The branch chose the second lock.')
  expect(served.simulator.requests.at(-1)?.bodyText).toContain('Use at most 120 characters')
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  const card = pane(page, name).getByRole('article', { name: /^Merged from/ })
  await expect(card).toContainText('The branch chose the second lock.')
  await card.getByRole('button', { name: 'Undo merge' }).click()
  await expect(card).toHaveCount(0)
})
