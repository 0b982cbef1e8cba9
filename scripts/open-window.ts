import { spawn } from 'node:child_process'

import { hasDisplay } from './has-display.ts'
import { installedBrowser } from './installed-browser.ts'
import { writeRedirectFile } from './redirect-file.ts'

/**
 * Shows an address to the person: in a window of its own where a Chrome or Chromium is there, else as the system opens
 * links. Where nothing can be shown (no display; root, as whom browsers refuse to run sandboxed) it does nothing. The
 * address is in no process's arguments; a browser that may not read the file (some are confined) says so, and the
 * address was printed.
 */
export function openWindow(address: string): void {
  if (!hasDisplay() || process.getuid?.() === 0) return
  const [program, args] = openerOf(writeRedirectFile(address), installedBrowser())
  const child = spawn(program, args, { detached: true, stdio: 'ignore' })
  // The address was printed: a person can open it by hand.
  child.on('error', () => {})
  child.unref()
}

/** The program that opens a file, and its arguments; `browser`: a Chrome or Chromium, or null. */
export function openerOf({ href }: URL, browser: string | null): [program: string, args: string[]] {
  if (browser !== null) return [browser, [`--app=${href}`]]
  if (process.platform === 'darwin') return ['open', [href]]
  if (process.platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', href]]
  return ['xdg-open', [href]]
}
