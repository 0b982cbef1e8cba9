/**
 * The program of `npm run test:package`: installs a packed package where nothing of ours is, and uses it. Prints a table; the
 * exit code is 1 if something was not as it should be. Arguments: the tarball, its version, and a Debian's archive or nothing.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium } from '@playwright/test'

import { BROWSER_ARGUMENTS, findBrowser, NO_BROWSER } from '../support/find-browser.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeNodeFolder, OLDER_NODE, PROMISED_NODES } from './node-folders.ts'
import { connectDebian, fetchedBytes, type Place, placeHere, placeInDebian, USERS } from './place.ts'
import { end, type Helpers, npxDemo, type OpenedBrowser, refusal, usePackage } from './use-package.ts'

/** Bytes in a second at 50 Mbit/s. */
const LINE = 50e6 / 8

const [tarball = '', version = '', archive = ''] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'ikigai-nodes-'))
execFileSync('chmod', ['755', folder])
const simulator = await startSimulator()
say('| Place | Installed in | Fetched | At 50 Mbit/s | Address of `demo` after | First answer after | |')
say('| --- | --- | --- | --- | --- | --- | --- |')
await (archive === '' ? hereOnly() : inDebian())
await simulator.close()
rmSync(folder, { recursive: true, force: true })

async function hereOnly(): Promise<void> {
  for (const promised of PROMISED_NODES) {
    const node = makeNodeFolder(promised, folder)
    for (const user of USERS) await report(placeHere(`Node ${promised.node}`, user, node), browserHere)
  }
  const [user] = USERS
  const older = makeNodeFolder(OLDER_NODE, folder)
  if (user !== undefined) await reportRefusal(placeHere(`Node ${OLDER_NODE.node}`, user, older))
  const newest = PROMISED_NODES.at(-1)
  if (user === undefined || newest === undefined) return
  const place = placeHere('npx, empty cache', user, join(folder, `node-${newest.node}`))
  await row(place, async () => {
    const address = await npxDemo(place, tarball)
    return ['', ...wire(place), seconds(address), '', 'as it should be']
  })
}

async function inDebian(): Promise<void> {
  const root = join(folder, 'debian')
  mkdirSync(root)
  execFileSync('tar', ['-xf', archive, '-C', root, '--exclude=./dev/*'])
  connectDebian(root)
  for (const promised of PROMISED_NODES) {
    rmSync(join(root, 'usr/local'), { recursive: true })
    cpSync(makeNodeFolder(promised, folder), join(root, 'usr/local'), { recursive: true, verbatimSymlinks: true })
    for (const user of USERS) {
      for (const home of ['root', 'home/newcomer', 'var/lib/ikigai'])
        rmSync(join(root, home), { recursive: true, force: true })
      await report(placeInDebian(`Node ${promised.node}`, user, root), browserInDebian, false)
    }
  }
}

async function report(place: Place, openBrowser: Helpers['openBrowser'], ends = true): Promise<void> {
  await row(place, async () => {
    const use = await usePackage(place, { tarball, version, simulator, openBrowser })
    return [seconds(use.install), ...wire(place), seconds(use.address), seconds(use.answer), 'as it should be']
  })
  if (ends) rmSync(place.home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

async function reportRefusal(place: Place): Promise<void> {
  await row(place, async () => ['', '', '', '', '', await refusal(place, tarball)])
  rmSync(place.home, { recursive: true, force: true })
}

async function row(place: Place, cellsOf: () => Promise<readonly string[]>): Promise<void> {
  try {
    say(`| ${[place.name, ...(await cellsOf())].join(' | ')} |`)
  } catch (error) {
    say(`| ${place.name} | | | | | | failed: ${String(error).slice(0, 2_000)} |`)
    process.exitCode = 1
  }
}

/** What npm fetched for a place, and how long that takes at 50 Mbit/s. */
function wire(place: Place): readonly string[] {
  const bytes = fetchedBytes(place)
  return [`${(bytes / 1e6).toFixed(1)} MB`, seconds(bytes / LINE)]
}

function seconds(value: number): string {
  return `${value.toFixed(1)} s`
}

async function browserHere(): Promise<OpenedBrowser> {
  const executablePath = findBrowser()
  if (executablePath === null) throw new Error(NO_BROWSER)
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGUMENTS })
  return { browser, close: () => browser.close() }
}

/** Its own Chromium. Inside of chroot no user can have a sandbox of namespaces. */
async function browserInDebian(place: Place): Promise<OpenedBrowser> {
  const profile = `--user-data-dir=${place.ownHome}/profile`
  const line = ['chromium', '--headless', '--no-sandbox', '--remote-debugging-port=0', profile, ...BROWSER_ARGUMENTS]
  const child = place.start(line)
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('close', () => reject(new Error(`Chromium ended: ${said}`)))
  })
  const browser = await chromium.connectOverCDP(address)
  const close = async (): Promise<void> => {
    await browser.close()
    await end(child)
  }
  return { browser, close }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
