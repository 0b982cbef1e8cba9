import { join } from 'node:path'

import type { GitDirectory } from './git-directory.ts'

/** The files with patterns of ignored files that lie above a folder. */
export function ignoreFilesAbove(top: string, prefix: string): readonly string[] {
  const parts = prefix === '' ? [] : prefix.split('/')
  return parts.map((_, index) => join(top, ...parts.slice(0, index), '.gitignore'))
}

/** The user's file of such patterns (gitignore(5)). */
export function userIgnoreFile({ HOME, XDG_CONFIG_HOME }: GitDirectory['env']): string | null {
  if (XDG_CONFIG_HOME !== undefined && XDG_CONFIG_HOME !== '') return join(XDG_CONFIG_HOME, 'git', 'ignore')
  return HOME === undefined ? null : join(HOME, '.config', 'git', 'ignore')
}
