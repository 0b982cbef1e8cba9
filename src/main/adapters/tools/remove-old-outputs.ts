import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { RemovedOutput, RemoveOldOutputs } from '../../core/ports/room-ports.ts'

/** Deletes files that `OutputCollector` wrote into this folder, by the time of their last change. */
export function createRemoveOldOutputs(outputDirectory: string): RemoveOldOutputs {
  return async (before) => {
    const entries = await readdir(outputDirectory, { withFileTypes: true }).catch(() => [])
    const removed: RemovedOutput[] = []
    for (const entry of entries) {
      if (!entry.isFile() || !entry.name.endsWith('.txt')) continue
      const path = join(outputDirectory, entry.name)
      const facts = await lstat(path).catch(() => null)
      if (facts === null || facts.mtimeMs >= before) continue
      const isGone = await rm(path).then(
        () => true,
        () => false,
      )
      if (isGone) removed.push({ name: entry.name, bytes: facts.size })
    }
    return removed
  }
}
