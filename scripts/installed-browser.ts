import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

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
 */
export function installedBrowser(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const onPath = folders.flatMap((folder) => ON_PATH.map((name) => join(folder, name)))
  const named = process.env['CHROME_PATH']
  const candidates = [...(named ? [named] : []), ...(ELSEWHERE[process.platform] ?? []), ...onPath]
  return candidates.find(isExecutable) ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
