import { homedir } from 'node:os'
import { isAbsolute, posix, resolve, win32 } from 'node:path'

/** The parts of the system that determine the directories. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly homeDirectory: string
  readonly isRoot: boolean
}

function thisMachine(): Machine {
  return {
    platform: process.platform,
    environment: process.env,
    homeDirectory: homedir(),
    isRoot: process.getuid?.() === 0,
  }
}

/** Returns the directory of the database. `IKIGAI_DATA_DIR` overrides it. Absolute; not created here. */
export function dataDirectory(machine: Machine = thisMachine()): string {
  const { platform, environment, homeDirectory } = machine
  if (environment.IKIGAI_DATA_DIR) return resolve(environment.IKIGAI_DATA_DIR)
  if (platform === 'darwin') return macDirectory(homeDirectory)
  if (platform === 'win32') return windowsDirectory(environment.LOCALAPPDATA, homeDirectory, 'Local')
  // PostgreSQL does not run as root but as its own user, who cannot enter a private home directory.
  if (machine.isRoot) return '/var/lib/ikigai'
  return xdgDirectory(environment.XDG_DATA_HOME, posix.join(homeDirectory, '.local', 'share'))
}

/**
 * Returns the directory of config.json and credentials.json. `IKIGAI_CONFIG_DIR` overrides it. Absolute; not created
 * here.
 */
export function configDirectory(machine: Machine = thisMachine()): string {
  const { platform, environment, homeDirectory } = machine
  if (environment.IKIGAI_CONFIG_DIR) return resolve(environment.IKIGAI_CONFIG_DIR)
  if (platform === 'darwin') return macDirectory(homeDirectory)
  if (platform === 'win32') return windowsDirectory(environment.APPDATA, homeDirectory, 'Roaming')
  return xdgDirectory(environment.XDG_CONFIG_HOME, posix.join(homeDirectory, '.config'))
}

function macDirectory(homeDirectory: string): string {
  return posix.join(homeDirectory, 'Library', 'Application Support', 'ikigai')
}

function windowsDirectory(base: string | undefined, homeDirectory: string, folder: string): string {
  return win32.join(base || win32.join(homeDirectory, 'AppData', folder), 'ikigai')
}

/** The XDG specification ignores a relative path. */
function xdgDirectory(base: string | undefined, otherwise: string): string {
  return posix.join(base && isAbsolute(base) ? base : otherwise, 'ikigai')
}
