import { spawn } from 'node:child_process'

import { hasDisplay } from './has-display.ts'
import { installedBrowser } from './installed-browser.ts'

/**
 * Shows an address to the person: in a window of its own where a Chrome or Chromium is there, else as the system opens
 * links. Where nothing can be shown (no display; root, as whom browsers refuse to run sandboxed) it does nothing.
 */
export function openWindow(url: string): void {
  if (!hasDisplay() || process.getuid?.() === 0) return
  const browser = installedBrowser()
  const [file, args] = browser === null ? systemOpener(url) : [browser, [`--app=${url}`]]
  const child = spawn(file, args, { detached: true, stdio: 'ignore' })
  // The address was printed: a person can open it by hand.
  child.on('error', () => {})
  child.unref()
}

function systemOpener(url: string): [file: string, args: string[]] {
  if (process.platform === 'darwin') return ['open', [url]]
  if (process.platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', url]]
  return ['xdg-open', [url]]
}
