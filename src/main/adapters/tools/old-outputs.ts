import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { OldOutputs, OutputFile } from '../../core/ports/room-ports.ts'

/** Finds and deletes files that `OutputCollector` wrote into this folder, by the time of their last change. */
export function createOldOutputs(outputDirectory: string): OldOutputs {
  return {
    async find(before) {
      const entries = await readdir(outputDirectory, { withFileTypes: true }).catch(() => [])
      const found: OutputFile[] = []
      for (const entry of entries) {
        if (!entry.isFile() || !entry.name.endsWith('.txt')) continue
        const facts = await lstat(join(outputDirectory, entry.name)).catch(() => null)
        if (facts !== null && facts.mtimeMs < before) found.push({ name: entry.name, bytes: facts.size })
      }
      return found
    },
    async remove(files) {
      const removed: OutputFile[] = []
      for (const file of files) {
        const isGone = await rm(join(outputDirectory, file.name)).then(
          () => true,
          () => false,
        )
        if (isGone) removed.push(file)
      }
      return removed
    },
  }
}
