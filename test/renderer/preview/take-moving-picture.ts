import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { chromium, type Page } from '@playwright/test'

import { findBrowser, NO_BROWSER } from '../../support/find-browser.ts'
import { makeWorkspace, startIkigai } from '../../support/run-ikigai.ts'

/**
 * The program of `npm run screenshots -- --moving`. It shows the demo. The pictures are joined by `img2webp` of the WebP
 * tools (`apt install webp`).
 */
const FILE = 'docs/images/fork.webp'
const SIZE = { width: 1200, height: 720 }
/** ms between two pictures. */
const INTERVAL = 250
/** ms that the last picture is shown before the first one follows. */
const LAST = 3000
const QUALITY = '60'

interface Picture {
  readonly path: string
  readonly takenAt: number
}

/** Takes a picture every `INTERVAL` ms until `work` has ended. */
async function record(page: Page, directory: string, work: () => Promise<void>): Promise<readonly Picture[]> {
  const pictures: Picture[] = []
  const state = { isDone: false }
  const taking = (async () => {
    while (!state.isDone) {
      const path = join(directory, `${String(pictures.length).padStart(4, '0')}.png`)
      const takenAt = Date.now()
      await page.screenshot({ path, animations: 'allow' })
      pictures.push({ path, takenAt })
      await page.waitForTimeout(Math.max(0, INTERVAL - (Date.now() - takenAt)))
    }
  })()
  try {
    await work()
  } finally {
    state.isDone = true
    await taking
  }
  return pictures
}

/** Asks three models one question, adopts an answer of the comparison, forks it, and asks the fork something else. */
async function compareAndFork(page: Page): Promise<void> {
  const pause = (ms: number) => page.waitForTimeout(ms)
  await page.getByRole('button', { name: 'Ask 3 models the same question' }).click()
  await pause(900)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('OAuth 2 or JWT for the login of a small web application?', { delay: 25 })
  await pause(500)
  await page.keyboard.press('Enter')
  const regions = page.getByRole('region', { name: /^[A-C]: / })
  await regions.nth(2).waitFor()
  await regions.getByText(/^done/).nth(2).waitFor({ timeout: 60_000 })
  await pause(2000)
  await page
    .getByRole('button', { name: /^Adopt/ })
    .first()
    .click()
  await pause(1500)
  await page.keyboard.type('/fork', { delay: 60 })
  await pause(400)
  await page.keyboard.press('Enter')
  await pause(1500)
  await page
    .getByRole('textbox', { name: /^Prompt to/ })
    .last()
    .click()
  await page.keyboard.type('Write a haiku about it.', { delay: 25 })
  await pause(400)
  await page.keyboard.press('Enter')
  await page.getByRole('log').filter({ hasText: 'Nothing said is lost.' }).waitFor({ timeout: 60_000 })
  await pause(1500)
}

/** Returns where the demo is. A line that is printed before its reader waits is lost, so it is read at once. */
async function addressOfDemo(lines: AsyncIterable<string>): Promise<string> {
  let address = ''
  for await (const line of lines) {
    address = line
    break
  }
  return address
}

const executablePath = findBrowser()
if (executablePath === null) throw new Error(NO_BROWSER)
const workspace = await makeWorkspace()
const demo = startIkigai(['demo', '--no-open'], workspace.environment)
const address = await addressOfDemo(demo.lines)
const directory = await mkdtemp(join(tmpdir(), 'ikigai-pictures-'))
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' })
  await page.goto(address)
  await page.getByRole('button', { name: 'Close comparison' }).click()
  const close = page.getByRole('button', { name: 'Close pane' })
  await close.first().waitFor()
  while ((await close.count()) > 0) await close.first().click()
  await page.getByRole('button', { name: 'New agent' }).last().click()
  await page.getByRole('button', { name: 'Ask 3 models the same question' }).waitFor()
  const pictures = await record(page, directory, () => compareAndFork(page))
  const frames = pictures.flatMap(({ path, takenAt }, index) => {
    const next = pictures[index + 1]
    return ['-d', String(next === undefined ? LAST : next.takenAt - takenAt), '-lossy', '-q', QUALITY, '-m', '6', path]
  })
  const list = join(directory, 'arguments')
  await writeFile(list, ['-loop', '0', '-min_size', '-kmin', '0', ...frames, '-o', FILE].join('\n'))
  await promisify(execFile)('img2webp', [list])
  console.log(`${FILE}: ${pictures.length} pictures`)
} finally {
  await browser.close()
  demo.child.kill('SIGTERM')
  await demo.finished
  await workspace.remove()
  await rm(directory, { recursive: true, force: true })
}
