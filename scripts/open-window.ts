import { spawn } from 'node:child_process'

import { hasDisplay } from './has-display.ts'
import { installedBrowser } from './installed-browser.ts'
import { writeRedirectFile } from './redirect-file.ts'

/**
 * Opens an address: in a window of its own if a Chrome or Chromium is installed, else like any link. Does nothing if no
 * window can be shown (no display; root, for which browsers refuse to run sandboxed). The address is not in any
 * process's arguments. A confined browser that may not read the file shows an error; the address was printed before.
 */
export function openWindow(address: string): void {
  if (!hasDisplay() || process.getuid?.() === 0) return
  const [program, args] = openerOf(writeRedirectFile(address), installedBrowser())
  const child = spawn(program, args, { detached: true, stdio: 'ignore' })
  // The address was printed, so the user can open it.
  child.on('error', () => {})
  child.unref()
}

/** Returns the program that opens a file, and its arguments; `browser`: a Chrome or Chromium, or null. */
export function openerOf({ href }: URL, browser: string | null): [program: string, args: string[]] {
  if (browser !== null) return [browser, [`--app=${href}`]]
  if (process.platform === 'darwin') return ['open', [href]]
  if (process.platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', href]]
  return ['xdg-open', [href]]
}
