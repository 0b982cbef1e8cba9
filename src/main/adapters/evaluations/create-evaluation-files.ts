import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'

import { errorMessage, ok, refuse, type Result } from '../../../shared/result.ts'
import type { EvaluationFiles } from '../../core/ports/evaluation-ports.ts'

/** How much of a file is read at a time, bytes. */
const PIECE = 1024 * 1024

/** Reads the files of evaluations from the disk. */
export function createEvaluationFiles(homeDirectory: string): EvaluationFiles {
  return {
    async read(typed) {
      const path = /^~[/\\]/.test(typed) ? join(homeDirectory, typed.slice(1)) : typed
      if (!isAbsolute(path)) return refuse(`${typed}: give the whole path of the file, from the root or from ~ on.`)
      // The parser is loaded only by those who evaluate.
      const { readEvaluation } = await import('./read-evaluation.ts')
      return readEvaluation(path)
    },
    open,
  }
}

async function open(path: string): Promise<Result<AsyncIterable<Uint8Array>>> {
  try {
    if (!(await stat(path)).isFile()) return refuse(`${path} cannot be attached: it is not a file.`)
    return ok(createReadStream(path, { highWaterMark: PIECE }))
  } catch (error) {
    return refuse(`${path} cannot be attached: ${errorMessage(error)}`)
  }
}
