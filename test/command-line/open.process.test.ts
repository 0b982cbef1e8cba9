import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { BIN, makeWorkspace, type Workspace } from '../support/run-ikigai.ts'

const TIMEOUT_MS = 60_000
const NOBODY = { uid: 65534, gid: 65534 }
const IS_ROOT = process.getuid?.() === 0

let workspace: Workspace
/** Stands in for Chromium: writes its arguments to a file beside it. */
let browser: string
beforeEach(async () => {
  workspace = await makeWorkspace()
  browser = join(workspace.directory, 'browser')
  await writeFile(browser, `#!/bin/sh\nprintf %s "$*" > "$0.new" && mv "$0.new" "$0.args"\n`)
  await chmod(browser, 0o755)
  const config = join(workspace.directory, 'config')
  await mkdir(config, { recursive: true })
  await writeFile(join(config, 'config.json'), JSON.stringify({ listen_port: 0 }), { mode: 0o600 })
})
afterEach(() => workspace.remove())

/** Starts ikigai, as another user where `asNobody`. Returns its first line on stdout, and what ends it. */
async function start(args: readonly string[], environment: Readonly<Record<string, string>>, asNobody = false) {
  const { HOME: home = '' } = workspace.environment
  if (asNobody) execFileSync('chown', ['-R', `${NOBODY.uid}:${NOBODY.gid}`, workspace.directory, home])
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: workspace.directory,
    env: { ...workspace.environment, CHROME_PATH: browser, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
    ...(asNobody ? NOBODY : {}),
  })
  const closed = once(child, 'close')
  const [address] = await once(createInterface({ input: child.stdout }), 'line')
  const stop = async () => {
    child.kill('SIGTERM')
    const [code]: unknown[] = await closed
    return code
  }
  return { address: String(address), stop }
}

it.each([[[]], [['open']], [['demo']], [['demo', '--port', '0']]])(
  'prints an address that answers until it is stopped: ikigai %j',
  async (args) => {
    const app = await start(args, {})

    expect(app.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//)
    expect((await fetch(app.address)).status).toBe(200)
    expect(await app.stop()).toBe(0)
    await expect(fetch(app.address)).rejects.toThrow('fetch failed')
    // Without a display there is no window.
    expect(existsSync(`${browser}.args`)).toBe(false)
  },
  TIMEOUT_MS,
)

it.each([[[]], [['open']], [['demo']]])(
  'opens a window whose arguments hold no token, where there is a display: ikigai %j',
  async (args) => {
    const app = await start(args, { DISPLAY: ':9' }, IS_ROOT)
    const given = await vi.waitFor(() => readFile(`${browser}.args`, 'utf8'), { timeout: 30_000 })

    expect(given).toMatch(/^--app=file:\/\/\S+\/open\.html$/)
    expect(await readFile(new URL(given.slice('--app='.length)), 'utf8')).toContain(`url=${app.address}`)
    expect(await app.stop()).toBe(0)
  },
  TIMEOUT_MS,
)

it.runIf(IS_ROOT)(
  'opens no window as root, whose browser has no sandbox',
  async () => {
    const app = await start(['demo'], { DISPLAY: ':9' })
    expect((await fetch(app.address)).status).toBe(200)
    expect(await app.stop()).toBe(0)
    expect(existsSync(`${browser}.args`)).toBe(false)
  },
  TIMEOUT_MS,
)

it.each([['open'], ['demo']])(
  'opens nothing where that is not wanted: ikigai %s --no-open',
  async (name) => {
    const app = await start([name, '--no-open'], { DISPLAY: ':9' }, IS_ROOT)
    expect((await fetch(app.address)).status).toBe(200)
    expect(await app.stop()).toBe(0)
    expect(existsSync(`${browser}.args`)).toBe(false)
  },
  TIMEOUT_MS,
)

it(
  'leaves the data and settings of the user alone during a demo',
  async () => {
    const before = await filesOfUser()
    const app = await start(['demo'], {})
    expect(await filesOfUser()).toEqual(before)
    expect(await app.stop()).toBe(0)
    expect(await filesOfUser()).toEqual(before)
  },
  TIMEOUT_MS,
)

it(
  'keeps the settings of a demo from other users, which it would warn about',
  async () => {
    const temporary = join(workspace.directory, 'temporary')
    await mkdir(temporary, { mode: 0o755 })
    const app = await start(['demo'], { TMPDIR: temporary })
    const [folder = ''] = (await readdir(temporary)).filter((name) => name.startsWith('ikigai-demo-'))
    const { mode } = await lstat(join(temporary, folder, 'config', 'config.json'))
    expect(mode & 0o077).toBe(0)
    expect(await app.stop()).toBe(0)
  },
  TIMEOUT_MS,
)

/** Names and times of all files in the user's folders of data and settings. */
async function filesOfUser(): Promise<readonly string[]> {
  const folders = ['data', 'config'].map((name) => join(workspace.directory, name))
  const found = await Promise.all(folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })))
  const all = found.flat().map((entry) => join(entry.parentPath, entry.name))
  // What Node compiled is kept beside the data, whatever ikigai shows.
  const compiled = join(workspace.directory, 'data', 'compiled')
  const paths = all.filter((path) => !path.startsWith(compiled))
  return Promise.all(paths.toSorted().map(async (path) => `${path} ${(await lstat(path)).mtimeMs}`))
}
