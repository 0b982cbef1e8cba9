import { homedir } from 'node:os'
import { isAbsolute, posix, resolve, win32 } from 'node:path'

/**
 * The parts of the system that determine the directories.
 * @typedef {object} Machine
 * @property {NodeJS.Platform} platform
 * @property {Readonly<Record<string, string | undefined>>} environment
 * @property {string} homeDirectory
 * @property {boolean} isRoot
 */

/** @returns {Machine} */
export function thisMachine() {
  return {
    platform: process.platform,
    environment: process.env,
    homeDirectory: homedir(),
    isRoot: process.getuid?.() === 0,
  }
}

/**
 * Returns the directory of the database. `IKIGAI_DATA_DIR` overrides it. Absolute; not created here. Plain JavaScript, because
 * the start needs it before anything that was built is read.
 * @param {Machine} [machine] missing: this one
 * @returns {string}
 */
export function dataDirectory(machine = thisMachine()) {
  const { platform, environment, homeDirectory } = machine
  if (environment['IKIGAI_DATA_DIR']) return resolve(environment['IKIGAI_DATA_DIR'])
  if (platform === 'darwin') return macDirectory(homeDirectory)
  if (platform === 'win32') return windowsDirectory(environment['LOCALAPPDATA'], homeDirectory, 'Local')
  // PostgreSQL does not run as root but as its own user, who cannot enter a private home directory.
  if (machine.isRoot) return '/var/lib/ikigai'
  return xdgDirectory(environment['XDG_DATA_HOME'], posix.join(homeDirectory, '.local', 'share'))
}

/** @param {string} homeDirectory @returns {string} */
export function macDirectory(homeDirectory) {
  return posix.join(homeDirectory, 'Library', 'Application Support', 'ikigai')
}

/**
 * @param {string | undefined} base
 * @param {string} homeDirectory
 * @param {'Local' | 'Roaming'} kind
 * @returns {string}
 */
export function windowsDirectory(base, homeDirectory, kind) {
  return win32.join(base || win32.join(homeDirectory, 'AppData', kind), 'ikigai')
}

/**
 * The XDG specification ignores a relative path.
 * @param {string | undefined} base
 * @param {string} otherwise
 * @returns {string}
 */
export function xdgDirectory(base, otherwise) {
  return posix.join(base && isAbsolute(base) ? base : otherwise, 'ikigai')
}
