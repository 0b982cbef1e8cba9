import { homedir } from 'node:os'

import { startProcess } from '../start-process.ts'
import { installedBrowser } from './installed-browser.ts'
import { writeRedirectFile } from './redirect-file.ts'

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
