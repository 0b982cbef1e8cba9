import { join, resolve } from 'node:path'

/** Returns a folder of config.json, which may begin with `~/`, as an absolute path. */
export function absoluteFolder(configured: string, homeDirectory: string): string {
  return configured.startsWith('~/') ? join(homeDirectory, configured.slice(2)) : resolve(configured)
}
