import { readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'

import {
  dataDirectory,
  macDirectory,
  type Machine,
  thisMachine,
  windowsDirectory,
  xdgDirectory,
} from '../../../../bin/data-directory.mjs'

export { dataDirectory }
export type { Machine }

/**
 * Returns the directory of config.json and credentials.json. `IKIGAI_CONFIG_DIR` overrides it. Absolute; not created
 * here.
 */
export function configDirectory(machine: Machine = thisMachine()): string {
  const { platform, environment, homeDirectory } = machine
  if (environment['IKIGAI_CONFIG_DIR']) return resolve(environment['IKIGAI_CONFIG_DIR'])
  if (platform === 'darwin') return macDirectory(homeDirectory)
  if (platform === 'win32') return windowsDirectory(environment['APPDATA'], homeDirectory, 'Roaming')
  return xdgDirectory(environment['XDG_CONFIG_HOME'], posix.join(homeDirectory, '.config'))
}

/** Whether the text of a config.json, which need not be valid, seems to have a value for a setting. */
export function seemsToSet(text: string, key: string): boolean {
  return new RegExp(String.raw`"${key}"\s*:\s*(?!null\b)\S`).test(text)
}

/**
 * Whether `only_hosts` limits connections, read at once and before any engine: for what Electron does as soon as it starts. A file
 * that cannot be read may, as for the engine.
 */
export function namesOnlyHosts(): boolean {
  if (process.env['IKIGAI_ONLY_HOSTS'] !== undefined) return true
  try {
    return seemsToSet(readFileSync(join(configDirectory(), 'config.json'), 'utf8'), 'only_hosts')
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT')
  }
}
