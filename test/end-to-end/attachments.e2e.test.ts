import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

import { dropFiles, pasteFiles } from '../support/attach-in-window.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { samplePdf, samplePng } from '../support/sample-files.ts'
import { shownModel, tickModel } from '../support/model-pickers.ts'
import { ANSWER, ask, newAgent, pane, promptTo, serveWindow, windowForTests } from '../support/served-window.ts'

/** Files of prompts: how they come in, what is shown of them, and what models are sent. One app serves all tests. */
test.describe.configure({ mode: 'default' })

const served = windowForTests()
let page: Page

test.beforeEach(async () => {
  page = await served.open()
})
test.afterEach(() => page.close())

const png = (name: string, seed: number, width = 40, height = 30) => ({
  name,
  type: 'image/png',
  bytes: samplePng(width, height + seed),
})

const chips = (name: string) => pane(page, name).getByRole('list', { name: 'Attachments' })
const chip = (name: string, file: RegExp) => chips(name).getByRole('button', { name: file })
const lastRequest = (): string => served.simulator.requests.at(-1)?.bodyText ?? ''

async function chooseModel(name: string, model: string): Promise<void> {
  await promptTo(page, name).focus()
  await page.keyboard.press('Control+m')
  await page.getByPlaceholder('Search models, or type any name').fill(model)
  await page.keyboard.press('Enter')
  await expect(pane(page, name).getByRole('button', { name: `Model: ${shownModel(model)}. Change` })).toBeVisible()
  await promptTo(page, name).focus()
}

/** Gives the agent a working folder with these files. */
async function workIn(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(served.workspace.directory, `work-${name}`)
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  await page.getByRole('treeitem', { name: new RegExp(name) }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Working folder…' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(folder)
  await page.getByRole('dialog').getByRole('button', { name: 'Set folder' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  return folder
}

test('a pasted picture becomes a chip, goes to every provider in its own form, and is shown in the message', async () => {
  const name = await newAgent(page)
  const forms = [
    ['claude-haiku-4-5', /"type":"image"/],
    ['gpt-5-mini', /"type":"input_image"/],
    ['gemini-2.5-flash', /"inlineData"/],
  ] as const
  for (const [index, [model, form]] of forms.entries()) {
    await chooseModel(name, model)
    await pasteFiles(promptTo(page, name), [png('cat.png', index)])
    await expect(chip(name, /^cat\.png image/)).toBeVisible()
    await ask(page, name, `What is in picture ${index}?`)
    await expect(chips(name)).toHaveCount(0)
    expect(lastRequest()).toMatch(form)
    // The note of the sample is metadata.
    expect(lastRequest()).not.toContain(samplePng(40, 30 + index).toString('base64'))
  }
  await page.reload()
  const shown = pane(page, name).getByRole('log').getByRole('img', { name: 'cat.png' })
  await expect(shown).toHaveCount(forms.length)
  const width = () => shown.last().evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))
  await expect.poll(width).toBe(40)
})

test('a picture beyond the limits of the model is scaled for it, and says so', async () => {
  const name = await newAgent(page)
  await pasteFiles(promptTo(page, name), [png('wide.png', 0, 8_100)])
  await expect(chip(name, /^wide\.png image.*scaled to 8000 px for Anthropic/)).toBeVisible()
  await ask(page, name, 'What is this?')
  const sent = /"data":"([^"]+)"/.exec(lastRequest())?.[1] ?? ''
  const width = Buffer.from(sent, 'base64').readUInt32BE(16)
  expect(width).toBe(8_000)
})

test('a file that is dropped on a pane is attached there, and the focus stays where it is', async () => {
  const first = await newAgent(page)
  const second = await newAgent(page)
  await promptTo(page, first).focus()
  const pdf = { name: 'plan.pdf', type: 'application/pdf', bytes: samplePdf(['The plan', 'Page two']) }
  await dropFiles(pane(page, second), [pdf], async () => {
    await expect(pane(page, second).getByText(`Drop to attach to ${second}`)).toBeVisible()
  })
  await expect(chip(second, /^plan\.pdf PDF · 2 pages/)).toBeVisible()
  await expect(chips(first)).toHaveCount(0)
  await expect(promptTo(page, first)).toBeFocused()
  await expect(pane(page, second).getByText(/Drop to attach/)).toHaveCount(0)
})

test('a PDF of a message shows its pages beside the conversation, and its text', async () => {
  const name = await newAgent(page)
  const pdf = { name: 'plan.pdf', type: 'application/pdf', bytes: samplePdf(['The plan', 'Second sheet']) }
  await pasteFiles(promptTo(page, name), [pdf])
  await chip(name, /^plan\.pdf PDF/).waitFor()
  await ask(page, name, 'What does it say?')
  await pane(page, name)
    .getByRole('list', { name: 'Files' })
    .getByRole('button', { name: /^plan\.pdf/ })
    .click()
  await page.getByRole('button', { name: 'Show beside' }).click()
  const side = pane(page, name).getByRole('region', { name: 'Preview: plan.pdf' })
  await expect(side.getByText('1 of 2')).toBeVisible()
  await expect
    .poll(() =>
      side
        .getByRole('img', { name: 'Page 1' })
        .evaluate((drawn) => (drawn instanceof HTMLCanvasElement ? drawn.width - Math.round(drawn.clientWidth) : -1)),
    )
    .toBe(0)
  await side.getByText('Text', { exact: true }).click()
  await expect(side.getByText(/\[Page 2\]\s+Second sheet/)).toBeVisible()
})

test('a model that sees no pictures is named before the prompt is sent, and gets a note', async () => {
  const name = await newAgent(page)
  await chooseModel(name, 'o3-mini')
  await pasteFiles(promptTo(page, name), [png('dog.png', 7)])
  const warning = pane(page, name).getByText('o3-mini can’t see images · it gets a note instead')
  await expect(warning).toBeVisible()
  await ask(page, name, 'What is this?')
  expect(lastRequest()).toMatch(/image: dog\.png.*not sent/)
  expect(lastRequest()).not.toContain('input_image')

  await test.step('the warning is there for a fork too', async () => {
    await page.keyboard.press('Alt+Shift+N')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox', { name: 'Search models' }).fill('o3-mini')
    await expect(dialog.getByText('1 picture will not be seen').first()).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('the picture can be removed with one click', async () => {
    await pasteFiles(promptTo(page, name), [png('bird.png', 8)])
    await pane(page, name).getByRole('button', { name: 'Remove image' }).click()
    await expect(chips(name)).toHaveCount(0)
  })
})

test('@ completes files of the working folder, and the request contains what they hold', async () => {
  const name = await newAgent(page)
  const folder = await workIn(name, {
    'src/add.ts': 'export const add = (a: number, b: number) => a + b',
    'README.md': 'Read me',
    'node_modules/srx/index.js': 'ignored',
    '.gitignore': 'node_modules/',
    'large.txt': 'x'.repeat(70_000),
  })
  const box = promptTo(page, name)
  await box.pressSequentially('Explain @sr')
  await expect(page.getByRole('option', { name: /^src\/ ?folder/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /srx/ })).toHaveCount(0)
  await box.press('Tab')
  await expect(box).toHaveValue('Explain @src/')
  await box.pressSequentially('add')
  // Without it in the list, Enter would send the prompt.
  await expect(page.getByRole('option', { name: /^src\/add\.ts/ })).toBeVisible()
  await box.press('Enter')
  await expect(box).toHaveValue('Explain @src/add.ts ')
  await expect(chip(name, /^src\/add\.ts text/)).toBeVisible()

  await test.step('the file is sent as it is at sending', async () => {
    await writeFile(join(folder, 'src', 'add.ts'), 'export const add = changedLater')
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(chip(name, /changed since attached/)).toBeVisible()
    await box.press('Enter')
    await expect(pane(page, name).getByText(ANSWER)).toHaveCount(1)
    expect(lastRequest()).toContain('export const add = changedLater')
    expect(lastRequest()).toContain('Explain @src/add.ts')
  })

  await test.step('a large file is asked about', async () => {
    await box.pressSequentially('@lar')
    await expect(page.getByRole('option', { name: /^large\.txt/ })).toBeVisible()
    await box.press('Enter')
    const question = pane(page, name).getByRole('group', { name: 'Large file' })
    await question.getByRole('button', { name: 'Only the path' }).click()
    await expect(question).toHaveCount(0)
    await expect(chips(name)).toHaveCount(0)
    await expect(box).toHaveValue('@large.txt ')
  })
})

test('a long paste becomes a chip, and text again on request', async () => {
  const name = await newAgent(page)
  const box = promptTo(page, name)
  const text = Array.from({ length: 700 }, (_, index) => `line ${index + 1}`).join('\n')
  await page.evaluate((all) => navigator.clipboard.writeText(all), text)
  await box.focus()
  await page.keyboard.press('Control+v')
  await expect(chip(name, /^Pasted text · 700 lines text/)).toBeVisible()
  await expect(box).toHaveValue('')
  await chips(name).getByRole('button', { name: 'Show as text' }).click()
  await expect(box).toHaveValue(text)
  await expect(chips(name)).toHaveCount(0)

  await test.step('Mod+Z right after it gives the text, and Mod+Shift+V never folds it', async () => {
    await box.fill('')
    await page.keyboard.press('Control+v')
    await expect(chip(name, /^Pasted text/)).toBeVisible()
    await box.press('Control+z')
    await expect(box).toHaveValue(text)
    await expect(chips(name)).toHaveCount(0)
    await box.fill('')
    await page.keyboard.press('Control+Shift+v')
    await expect(box).toHaveValue(text)
    await expect(chips(name)).toHaveCount(0)
  })
})

test('a picture in a tool’s result is shown, and opens in a lightbox', async () => {
  const name = await newAgent(page)
  const folder = await workIn(name, { 'notes.txt': 'notes' })
  await writeFile(join(folder, 'chart.png'), samplePng(60, 40))
  const read = { type: 'tool_call', name: 'file_read', arguments: { path: 'chart.png' } } as const
  served.simulator.enqueue('anthropic', { type: 'script', blocks: [read] })
  served.simulator.enqueue('anthropic', textAnswer('A chart.'))
  await promptTo(page, name).fill('Look at the chart')
  await promptTo(page, name).press('Enter')
  const picture = pane(page, name)
    .getByRole('log')
    .getByRole('button', { name: /^chart\.png, image/ })
  const image = picture.getByRole('img')
  await expect.poll(() => image.evaluate((each) => (each instanceof HTMLImageElement ? each.naturalWidth : 0))).toBe(60)
  await picture.press('Enter')
  const lightbox = page.getByRole('dialog', { name: 'chart.png' })
  await expect(lightbox.getByRole('img', { name: 'chart.png' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(lightbox).toHaveCount(0)
  await expect(picture).toBeFocused()
})

test('the lightbox goes through the pictures of the agent, and attaches one again', async () => {
  const name = await newAgent(page)
  await pasteFiles(promptTo(page, name), [png('one.png', 11), png('two.png', 12)])
  await expect(chip(name, /^two\.png image/)).toBeVisible()
  await ask(page, name, 'Compare these')
  await pane(page, name)
    .getByRole('log')
    .getByRole('button', { name: /^one\.png/ })
    .press('Enter')
  await expect(page.getByRole('group', { name: 'Picture 1 of 2' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name: 'two.png' })).toBeVisible()
  await page.getByRole('button', { name: '100 %' }).click()
  await expect(page.getByRole('button', { name: 'Fit' })).toBeVisible()
  await page.getByRole('button', { name: 'Attach to prompt' }).click()
  await expect(chip(name, /^two\.png/)).toBeVisible()
  await expect(promptTo(page, name)).toBeFocused()
})

test('chips are walked and removed with the keyboard, survive a reload, and wait in the queue with their prompt', async () => {
  const name = await newAgent(page)
  const box = promptTo(page, name)
  const chooser = page.waitForEvent('filechooser')
  await box.press('Control+u')
  await (
    await chooser
  ).setFiles([
    { name: 'a.png', mimeType: 'image/png', buffer: samplePng(20, 21) },
    { name: 'b.txt', mimeType: 'text/plain', buffer: Buffer.from('Some notes') },
  ])
  await expect(chip(name, /^b\.txt/)).toBeVisible()
  await expect(chips(name).getByRole('listitem')).toHaveCount(2)
  await box.fill('Text')
  await box.blur()
  await page.reload()
  await expect(chips(name).getByRole('listitem')).toHaveCount(2)

  await test.step('by keyboard', async () => {
    await box.press('Home')
    await box.press('ArrowLeft')
    await expect(chip(name, /^b\.txt/)).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(chip(name, /^a\.png/)).toBeFocused()
    await page.keyboard.press('Delete')
    await expect(chips(name).getByRole('listitem')).toHaveCount(1)
    await expect(page.getByRole('status').filter({ hasText: 'Removed a.png' })).toBeAttached()
    await expect(box).toBeFocused()
  })

  await test.step('in the queue, and back in the box', async () => {
    const blocks = [
      { type: 'text', text: 'Slow' },
      { type: 'hold', name: 'queue' },
    ] as const
    served.simulator.enqueue('anthropic', { type: 'script', blocks })
    await box.fill('First')
    await box.press('Enter')
    const stream = await served.simulator.streamHeld()
    await pasteFiles(box, [png('queued.png', 13)])
    await expect(chip(name, /^queued\.png/)).toBeVisible()
    await box.press('Enter')
    const queue = pane(page, name).getByRole('region', { name: 'Queued prompts' })
    await expect(queue).toContainText('1 file')
    await queue.getByRole('button', { name: 'Edit' }).click()
    await expect(chip(name, /^queued\.png/)).toBeVisible()
    await box.press('Enter')
    await expect(queue).toContainText('1 file')
    stream.release()
    await expect(pane(page, name).getByRole('log').getByRole('img', { name: 'queued.png' })).toBeVisible()
  })
})

test('a file that is refused says why, and the others are sent', async () => {
  const name = await newAgent(page)
  const heic = { name: 'photo.heic', type: 'image/heic', bytes: Buffer.from('\0\0\0\x18ftypheic') }
  await pasteFiles(promptTo(page, name), [heic, png('fine.png', 14)])
  await expect(chips(name).getByRole('alert')).toContainText('this type of picture is not supported')
  await expect(chip(name, /^fine\.png/)).toBeVisible()

  await test.step('in a narrow pane too, without scrolling sideways', async () => {
    await page.setViewportSize({ width: 620, height: 700 })
    await expect.poll(() => chips(name).evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0)
    await expect(chips(name).getByRole('button', { name: 'Remove photo.heic' })).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  const { violations } = await new AxeBuilder({ page }).include('[role="main"], main').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await ask(page, name, 'What do you see?')
  await expect(chips(name)).toHaveCount(0)
  await expect(pane(page, name).getByRole('log').locator('img')).toHaveCount(1)
})

test('the prompt of a comparison takes files, and names the models that will not see them', async () => {
  await newAgent(page)
  await page.keyboard.press('Alt+Shift+N')
  const dialog = page.getByRole('dialog')
  for (const model of ['gpt-5-mini', 'o3-mini']) {
    await tickModel(dialog, model)
  }
  await dialog.getByRole('textbox', { name: /^Prompt/ }).fill('What is a mark?')
  await dialog.getByRole('button', { name: 'Fork into 2 agents' }).press('Enter')
  await expect(page.getByRole('main').getByText(ANSWER)).toHaveCount(2)
  const box = page.getByRole('textbox', { name: 'Prompt to both agents' })
  await pasteFiles(box, [png('both.png', 16)])
  await expect(page.getByRole('button', { name: /^both\.png image/ })).toBeVisible()
  await expect(page.getByText('o3-mini can’t see images · it gets a note instead')).toBeVisible()
  await page.getByRole('button', { name: /^Ask (both|all 3)$/ }).click()
  await expect(page.getByRole('main').getByText(ANSWER)).toHaveCount(4)
  // Once, above the columns.
  await expect(page.getByRole('main').getByRole('img', { name: 'both.png' })).toHaveCount(1)
  await expect(page.getByRole('list', { name: 'Attachments' })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('close comparison')
  await page.keyboard.press('Enter')
  await expect(box).toHaveCount(0)
})

test('an exported agent brings its pictures to another place', async ({ browser }) => {
  const name = await newAgent(page)
  await pasteFiles(promptTo(page, name), [png('kept.png', 15)])
  await expect(chip(name, /^kept\.png/)).toBeVisible()
  await ask(page, name, 'Keep this')
  await page.getByRole('treeitem', { name: new RegExp(name) }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  await page.getByRole('radio', { name: /^This agent \(JSON Lines\)/ }).check()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
  const path = await (await download).path()

  const other = await serveWindow(browser)
  const there = await other.open()
  await there.keyboard.press('Control+k')
  await there.keyboard.type('import')
  await there.keyboard.press('Enter')
  await there.getByLabel('Files', { exact: true }).setInputFiles(path)
  await there.getByRole('button', { name: 'Import', exact: true }).click()
  const shown = there.getByRole('log').getByRole('img', { name: 'kept.png' })
  await expect.poll(() => shown.evaluate((each) => (each instanceof HTMLImageElement ? each.naturalWidth : 0))).toBe(40)
  await other.close()
})
