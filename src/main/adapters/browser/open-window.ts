import { accessSync, chmodSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { startProcess } from '../start-process.ts'

/** Returns whether a window can be shown: on Linux that needs a display server. */
export function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true
  return Boolean(process.env['DISPLAY']) || Boolean(process.env['WAYLAND_DISPLAY'])
}

/**
 * Returns what opens an address: in a window of its own if a Chrome or Chromium is installed, else like any link. It does
 * nothing if no window can be shown (no display; root, for which browsers refuse to run sandboxed). The address is not in
 * any process's arguments. A confined browser that may not read the file shows an error; the address was printed before.
 * `environment` is that of the browser.
 */
export function browserOpener(environment: Readonly<Record<string, string>>): (address: string) => Promise<void> {
  if (!hasDisplay() || process.getuid?.() === 0) return () => Promise.resolve()
  const browser = installedBrowser()
  return async (address) => {
    const [program, args] = openerOf(writeRedirectFile(address), browser)
    const started = await startProcess(program, args, {
      cwd: homedir(),
      env: environment,
      stdio: 'ignore',
      reaches: 'for-user',
      detached: true,
    })
    // If it did not start, the user can open the address, which was printed.
    if (started.ok) started.value.unref()
  }
}

/** Returns the program that opens a file, and its arguments; `browser`: a Chrome or Chromium, or null. */
export function openerOf({ href }: URL, browser: string | null): [program: string, args: string[]] {
  if (browser !== null) return [browser, [`--app=${href}`]]
  if (process.platform === 'darwin') return ['open', [href]]
  if (process.platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', href]]
  return ['xdg-open', [href]]
}

const ON_PATH = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome']

const ELSEWHERE: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [process.env['PROGRAMFILES'], process.env['PROGRAMFILES(X86)'], process.env['LOCALAPPDATA']]
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')),
}

/**
 * Returns a Chrome or Chromium on this machine; null if none was found. `CHROME_PATH` names one in another location.
 * `preferred` are names of programs that are looked for on the PATH before the usual ones.
 */
export function installedBrowser(preferred: readonly string[] = []): string | null {
  const named = process.env['CHROME_PATH']
  const usual = [...(ELSEWHERE[process.platform] ?? []), ...onPath(ON_PATH)]
  return [...(named ? [named] : []), ...onPath(preferred), ...usual].find(isExecutable) ?? null
}

function onPath(names: readonly string[]): readonly string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.flatMap((folder) => names.map((name) => join(folder, name)))
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Lifetime of the token in the address. */
const LIFE_MS = 5 * 60_000

/**
 * Writes a page that redirects to an address, in a file that only this user can read. All users of the machine can read
 * the arguments of every process, so browsers are started with the file instead of the address, which contains a
 * one-time token. The file is deleted when the token expires, or when this process exits.
 */
export function writeRedirectFile(address: string): URL {
  const folder = mkdtempSync(join(tmpdir(), 'ikigai-open-'))
  chmodSync(folder, 0o700)
  const file = join(folder, 'open.html')
  const escaped = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><title>ikigai</title><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${escaped}"><p><a href="${escaped}">Open ikigai</a></p>\n`,
    { mode: 0o600, flag: 'wx' },
  )
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  setTimeout(remove, LIFE_MS).unref()
  process.once('exit', remove)
  return pathToFileURL(file)
}
