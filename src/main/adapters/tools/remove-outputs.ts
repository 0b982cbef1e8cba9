import { lstat, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

import type { RemoveOutputs } from '../../core/ports/redaction-ports.ts'

/**
 * Deletes files that `OutputCollector` wrote into this folder. Paths come from events, which may be imported: anything
 * else is left alone.
 */
export function createRemoveOutputs(outputDirectory: string): RemoveOutputs {
  return async (paths) => {
    const own = paths.map((path) => resolve(path)).filter((path) => dirname(path) === resolve(outputDirectory))
    const kept = await Promise.all(own.map(async (path) => ((await isRemoved(path)) ? [] : [path])))
    return kept.flat()
  }
}

async function isRemoved(path: string): Promise<boolean> {
  try {
    const facts = await lstat(path).catch(() => null)
    if (facts?.isDirectory() === true) return false
    await rm(path, { force: true })
    return true
  } catch {
    return false
  }
}
