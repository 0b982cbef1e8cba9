import { posix, resolve } from 'node:path'

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
