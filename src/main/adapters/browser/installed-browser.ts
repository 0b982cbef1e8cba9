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
