import { statfs } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname } from 'node:path'

import { byteWords } from '../../../shared/attachment.ts'
import type { Config } from '../../core/ports/config-ports.ts'
import { absoluteFolder } from '../absolute-folder.ts'

/** Free room below which no backup is made, bytes. */
const LEAST_FREE_BYTES = 2_000_000_000

type FolderSettings = Pick<Config, 'backupFolder' | 'databaseUrl'>

/**
 * Returns where scheduled backups go: the folder of the settings, else beside the data directory. Null: nowhere, because
 * a database of one's own has its own backups.
 */
export function scheduledFolder({ backupFolder, databaseUrl }: FolderSettings, dataDirectory: string): string | null {
  if (backupFolder !== null) return absoluteFolder(backupFolder, homedir())
  return databaseUrl === null ? `${dataDirectory}-backup` : null
}

/** Returns why there is no room for a backup in the folder, which need not exist yet; null: there is. */
export async function roomProblem(folder: string, leastFree = LEAST_FREE_BYTES): Promise<string | null> {
  const found = await statfs(folder).catch(() => null)
  if (found === null) return dirname(folder) === folder ? null : roomProblem(dirname(folder), leastFree)
  const free = found.bavail * found.bsize
  if (free >= leastFree) return null
  return `There is not enough space for a backup in ${folder}: ${byteWords(free)} are free, ${byteWords(leastFree)} are needed. Free some space, or choose another folder in Settings, Database.`
}
