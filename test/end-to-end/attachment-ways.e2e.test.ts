import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, type Page, test } from '@playwright/test'

import { drawJpeg, dropFiles, dropPaths, pasteFiles } from '../support/attach-in-window.ts'
import { foundModel } from '../support/model-pickers.ts'
import { samplePng } from '../support/sample-files.ts'
import {
  ANSWER,
  ask,
  DEFAULT_MODEL,
  newAgent,
  pane,
  panes,
  promptTo,
  windowForTests,
} from '../support/served-window.ts'

/** Less usual ways in which files come into prompts, and how they come back. One app serves all tests. */
test.describe.configure({ mode: 'default' })

const served = windowForTests()
let page: Page

test.beforeEach(async () => {
  page = await served.open()
})
test.afterEach(() => page.close())

const png = (name: string, seed: number) => ({ name, type: 'image/png', bytes: samplePng(40, 30, seed) })
const chips = (name: string) => pane(page, name).getByRole('list', { name: 'Attachments' })
const chip = (name: string, file: RegExp) => chips(name).getByRole('button', { name: file })
const shown = (name: string, file: string) => pane(page, name).getByRole('log').getByRole('img', { name: file })
const lastRequest = (): string => served.simulator.requests.at(-1)?.bodyText ?? ''

/** Writes files into a new folder of the workspace; returns its path. */
async function folderWith(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(served.workspace.directory, name)
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

test('a dropped folder becomes a list of its files, beside a file that is dropped with it', async () => {
  const name = await newAgent(page)
  const folder = await folderWith('project', { 'src/add.ts': 'a', 'src/deep/sum.ts': 'b', 'readme.txt': 'c' })
  const other = await folderWith('elsewhere', { project: 'A file with the name of the folder.' })
  await dropPaths(pane(page, name), [folder, join(other, 'project')])
  await expect(chip(name, /^project \(files\)\.txt text/)).toBeVisible()
  // Chromium numbers entries of the same name.
  await expect(chip(name, /^project( \(1\))? text/)).toBeVisible()
  await ask(page, name, 'What is this?')
  for (const path of ['project/src/add.ts', 'project/src/deep/sum.ts', 'project/readme.txt']) {
    expect(lastRequest()).toContain(path)
  }
  expect(lastRequest()).toContain('A file with the name of the folder.')
})

test('a file that is dropped on an agent in the tree opens its pane, with the file in its prompt', async () => {
  const name = await newAgent(page)
  await pane(page, name).getByRole('button', { name: 'Close pane' }).click()
  await expect(pane(page, name)).toHaveCount(0)
  await dropFiles(page.getByRole('treeitem', { name: new RegExp(name) }), [png('tree.png', 1)])
  await expect(chip(name, /^tree\.png image/)).toBeVisible()
  await expect(promptTo(page, name)).toBeFocused()
})

test('a file that is dropped beside a pane is not opened instead of the window', async () => {
  const name = await newAgent(page)
  const folder = await folderWith('pages', { 'page.html': '<title>Opened</title>' })
  const address = page.url()
  const pages = served.context.pages().length
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  await dropPaths(page.getByRole('region', { name: 'Status' }), [join(folder, 'page.html')])
  // A file that the window takes shows that it still works.
  await dropPaths(pane(page, name), [join(folder, 'page.html')])
  await expect(chip(name, /^page\.html text/)).toBeVisible()
  await expect(chips(name).getByRole('listitem')).toHaveCount(1)
  expect([page.url(), served.context.pages().length, problems]).toEqual([address, pages, []])
})

test('a photo that is stored lying is sent upright, without what the camera wrote into it', async () => {
  const name = await newAgent(page)
  // 6: to be turned clockwise, so that the left side becomes the upper one.
  await pasteFiles(promptTo(page, name), [
    { name: 'photo.jpg', type: 'image/jpeg', bytes: await drawJpeg(page, 80, 40, 6) },
  ])
  await expect(chip(name, /^photo\.jpg image/)).toBeVisible()
  await ask(page, name, 'What is this?')
  const sent = /"data":"([^"]+)"/.exec(lastRequest())?.[1] ?? ''
  expect(Buffer.from(sent, 'base64').includes('Exif')).toBe(false)
  const seen = await page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const colour = (x: number, y: number) => {
      const [red = 0, , blue = 0] = context?.getImageData(x, y, 1, 1).data ?? []
      return red > blue ? 'red' : 'blue'
    }
    return [bitmap.width, bitmap.height, colour(20, 10), colour(20, 70)]
  }, sent)
  expect(seen).toEqual([40, 80, 'red', 'blue'])
})

test('models that will not see a picture are marked where models are chosen', async () => {
  const name = await newAgent(page)
  await pasteFiles(promptTo(page, name), [png('mark.png', 2)])
  await expect(chip(name, /^mark\.png/)).toBeVisible()
  await page.keyboard.press('Control+m')
  await page.getByPlaceholder('Search models, or type any name').fill('o3-mini')
  const picker = page.getByRole('dialog', { name: 'Choose a model' })
  await expect(picker.getByRole('button', { name: foundModel('o3-mini') })).toBeVisible()
  await expect(picker.getByText('1 picture will not be seen')).toHaveCount(1)
  await expect(picker.getByTitle('o3-mini can’t see images · it gets a note instead')).toBeVisible()
  await page.getByPlaceholder('Search models, or type any name').fill(DEFAULT_MODEL)
  await expect(picker.getByRole('button', { name: foundModel(DEFAULT_MODEL) })).toBeVisible()
  await expect(picker.getByText('not be seen')).toHaveCount(0)
})

test('long pastes stay text where the settings say so', async () => {
  const choose = async (option: string) => {
    await page.keyboard.press('Control+,')
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('tab', { name: 'Appearance' }).click()
    const group = settings.getByRole('group', { name: 'Long pastes' })
    await group.getByText(option, { exact: true }).click()
    await expect(group.getByRole('radio', { name: option })).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(settings).toHaveCount(0)
  }
  const name = await newAgent(page)
  const box = promptTo(page, name)
  const text = Array.from({ length: 60 }, (_, index) => `line ${index}`).join('\n')
  await page.evaluate((all) => navigator.clipboard.writeText(all), text)
  await choose('Insert as text')
  await box.focus()
  await page.keyboard.press('Control+v')
  await expect(box).toHaveValue(text)
  await expect(chips(name)).toHaveCount(0)

  await choose('Attach')
  await box.fill('')
  await page.keyboard.press('Control+v')
  await expect(chip(name, /^Pasted text · 60 lines/)).toBeVisible()
  await expect(box).toHaveValue('')
})

test('a prompt that is recalled has its files again, and a rewind keeps those before it', async () => {
  const name = await newAgent(page)
  const box = promptTo(page, name)
  await pasteFiles(box, [png('first.png', 3)])
  await expect(chip(name, /^first\.png/)).toBeVisible()
  await ask(page, name, 'The first')
  await ask(page, name, 'The second')

  await test.step('by the arrow keys, which also give the draft back', async () => {
    await pasteFiles(box, [png('draft.png', 4)])
    await expect(chip(name, /^draft\.png/)).toBeVisible()
    await box.press('ArrowUp')
    await expect(box).toHaveValue('The second')
    await expect(chips(name)).toHaveCount(0)
    await box.press('Home')
    await box.press('ArrowUp')
    await expect(box).toHaveValue('The first')
    await expect(chip(name, /^first\.png/)).toBeVisible()
    await box.press('End')
    await box.press('ArrowDown')
    await box.press('ArrowDown')
    await expect(box).toHaveValue('')
    await expect(chip(name, /^draft\.png/)).toBeVisible()
  })

  await test.step('after a rewind, which leaves the draft alone', async () => {
    const first = pane(page, name).getByRole('article', { name: 'Answer' }).first()
    await first.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: /^Rewind to here/ }).click()
    await expect(pane(page, name).getByText('Rewound')).toBeVisible()
    await expect(chip(name, /^draft\.png/)).toBeVisible()
    await expect(shown(name, 'first.png')).toBeVisible()
    await ask(page, name, 'Again')
    expect(lastRequest().match(/"type":"image"/g)).toHaveLength(2)
    expect(lastRequest()).not.toContain('The second')
  })
})

test('a picture that a model draws is shown in its answer, and opens in the lightbox', async () => {
  const name = await newAgent(page)
  await page.keyboard.press('Control+m')
  await page.getByPlaceholder('Search models, or type any name').fill('gemini-2.5-flash')
  await page.keyboard.press('Enter')
  await expect(pane(page, name).getByRole('button', { name: 'Model: Gemini 2.5 Flash. Change' })).toBeVisible()
  const part = { inlineData: { mimeType: 'image/png', data: samplePng(64, 48).toString('base64') } }
  const chunk = {
    candidates: [{ content: { role: 'model', parts: [{ text: ANSWER }, part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 1_290, totalTokenCount: 1_295 },
    modelVersion: 'gemini-2.5-flash',
  }
  served.simulator.enqueue('google', {
    type: 'raw',
    contentType: 'text/event-stream',
    body: `data: ${JSON.stringify(chunk)}\r\n\r\n`,
  })
  await ask(page, name, 'Draw a cat')
  const answer = pane(page, name).getByRole('article', { name: 'Answer' })
  const picture = answer.getByRole('img', { name: 'picture 1.png' })
  const width = () => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))
  await expect.poll(width).toBe(64)
  await answer.getByRole('button', { name: /^picture 1\.png/ }).press('Enter')
  await expect(page.getByRole('group', { name: 'Picture 1 of 1' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panes(page)).toHaveCount(1)
})
