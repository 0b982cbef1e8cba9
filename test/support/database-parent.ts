import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm'

/** Bytes; several times what the databases of a run take at once. Containers often have much less there. */
const ENOUGH = 2e9

/**
 * Returns the parent of the folders with databases of tests: in memory where there is enough room, else the system's
 * temporary folder. On a disk a new database takes four times the processor time, and every commit waits for the disk.
 */
export function databaseParent(): string {
  if (!existsSync(IN_MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize < ENOUGH ? tmpdir() : IN_MEMORY
}

/** Whether a folder is below the parent in memory. */
export function isInMemory(folder: string): boolean {
  return folder.startsWith(`${IN_MEMORY}/`)
}
