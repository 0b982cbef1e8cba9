import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'

import type { Browser } from '@playwright/test'

import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { ANSWER, DEFAULT_MODEL } from '../support/served-window.ts'
import type { Place } from './place.ts'

/** Times in s. */
interface Use {
  readonly install: number
  /** From `ikigai demo` to its address. */
  readonly address: number
  /** From the address to the first answer in the window. */
  readonly answer: number
}

export interface OpenedBrowser {
  readonly browser: Browser
  close(): Promise<void>
}

export interface Helpers {
  readonly tarball: string
  readonly version: string
  readonly simulator: Simulator
  /** Opens a browser of the place. */
  readonly openBrowser: (place: Place) => Promise<OpenedBrowser>
}

const LIMIT_MS = 300_000

/** Installs the package, and does with it what a newcomer does. Throws where something is not as it should be. */
export async function usePackage(place: Place, { tarball, version, simulator, openBrowser }: Helpers): Promise<Use> {
  const began = performance.now()
  await install(place, tarball)
  const installed = secondsSince(began)
  expectText(await output(place, ['ikigai', '--version']), version)
  const environment = { ...simulator.environment(), IKIGAI_KEYCHAIN: 'off' }
  expectText(await output(place, ['ikigai', 'run', '--model', DEFAULT_MODEL, 'Hello'], environment), ANSWER)
  expectText(await output(place, ['ikigai', 'agents'], environment), DEFAULT_MODEL)
  const started = performance.now()
  const demo = place.start(['ikigai', 'demo', '--no-open'])
  const address = await firstLine(demo)
  const printed = performance.now()
  const opened = await openBrowser(place)
  try {
    await askTheDemo(opened.browser, address)
  } finally {
    await opened.close()
  }
  const answer = secondsSince(printed)
  await end(demo)
  return { install: installed, address: (printed - started) / 1_000, answer }
}

/** Starts the demo by `npx`, from an empty cache. Returns the time until its address is printed, in s. */
export async function npxDemo(place: Place, tarball: string): Promise<number> {
  copyFileSync(tarball, join(place.home, basename(tarball)))
  const began = performance.now()
  const demo = place.start(['npx', '--yes', `./${basename(tarball)}`, 'demo', '--no-open'])
  await firstLine(demo)
  const seconds = secondsSince(began)
  await end(demo)
  return seconds
}

/** What an older Node prints, which must refuse the package with a sentence. */
export async function refusal(place: Place, tarball: string): Promise<string> {
  await install(place, tarball)
  const { code, stderr } = await finished(place.start(['ikigai', 'demo']))
  if (code !== 2) throw new Error(`ikigai ended with ${code} under an older Node: ${stderr}`)
  return stderr.trim()
}

async function install(place: Place, tarball: string): Promise<void> {
  copyFileSync(tarball, join(place.home, basename(tarball)))
  await output(place, ['npm', 'install', '--global', `./${basename(tarball)}`])
}

async function askTheDemo(browser: Browser, address: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(60_000)
  await page.goto(address)
  await page.getByRole('tree', { name: 'Agents' }).getByRole('treeitem').nth(3).waitFor()
  // They are asked when the window shows them.
  await page
    .getByRole('region', { name: /^[ABC]: / })
    .getByText(/^done/)
    .nth(2)
    .waitFor()
  await page
    .getByRole('textbox', { name: /^Prompt to/ })
    .first()
    .click()
  await page.keyboard.type('Write a haiku')
  // The prompt for all waits until all have answered.
  await page.getByRole('button', { name: 'Ask all 3' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Nothing said is lost.').first().waitFor()
}

/** The address, which is the first line on stdout. Throws with stderr if the program ends before. */
async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The program has no stdout.')
  const [lines, ended] = [createInterface({ input: child.stdout }), finished(child)]
  const line = once(lines, 'line').then(([text]) => String(text))
  const failed = ended.then(({ code, stderr }): string => {
    throw new Error(`The program ended with ${code} before it printed an address: ${stderr}`)
  })
  failed.catch(() => undefined)
  return Promise.race([line, failed])
}

async function output(
  place: Place,
  line: readonly string[],
  extra?: Readonly<Record<string, string>>,
): Promise<string> {
  const { code, stdout, stderr } = await finished(place.start(line, extra))
  if (code === 0) return stdout
  throw new Error(`${line.slice(0, 3).join(' ')} ended with ${code}: ${stdout}${stderr}`)
}

interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

async function finished(child: ChildProcess): Promise<Finished> {
  const texts = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (texts.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (texts.stderr += text))
  const timer = setTimeout(() => signal(child, 'SIGKILL'), LIMIT_MS)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  clearTimeout(timer)
  return { code, ...texts }
}

/** Ends a program and what it started. */
export async function end(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close')
  signal(child, 'SIGTERM')
  await closed
}

/** To the program and what it started: `unshare` and `npx` pass nothing on. */
function signal({ pid, exitCode }: ChildProcess, name: NodeJS.Signals): void {
  if (pid !== undefined && exitCode === null) process.kill(-pid, name)
}

function expectText(text: string, part: string): void {
  if (!text.includes(part)) throw new Error(`"${part}" is not in: ${text}`)
}

function secondsSince(began: number): number {
  return (performance.now() - began) / 1_000
}
