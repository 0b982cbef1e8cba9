import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Logger } from '../core/ports/system-ports.ts'
import type { KeepRefusedRequest } from '../core/ports/refused-request-ports.ts'
import { errorMessage } from '../../shared/result.ts'
import { makeFolder } from '../make-folder.ts'

/** Older ones are deleted. */
const MOST_KEPT = 20

/** Keeps refused requests as JSON files in a folder, which only its owner can read. */
export function createRefusedRequests(folder: string, logger: Logger): KeepRefusedRequest {
  return async (request) => {
    const at = new Date().toISOString()
    const name = `${at.replaceAll(/[:.]/g, '-')}-${request.provider}.json`
    try {
      makeFolder(folder, { mode: 0o700 })
      await writeFile(join(folder, name), `${JSON.stringify({ at, ...request }, null, 2)}\n`, { mode: 0o600 })
      const names = (await readdir(folder)).filter((each) => each.endsWith('.json')).toSorted()
      for (const old of names.slice(0, -MOST_KEPT)) await rm(join(folder, old), { force: true })
      return join(folder, name)
    } catch (cause) {
      logger.warn(`A refused request could not be kept: ${errorMessage(cause)}`)
      return null
    }
  }
}
