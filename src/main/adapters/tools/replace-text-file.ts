import { randomUUID } from 'node:crypto'
import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { ToolOutcome } from '../../core/ports/tool-ports.ts'
import { pathProblem } from './system-error.ts'

/**
 * Writes a whole file atomically, so that a partly written file is never read. `path` was resolved before the user saw
 * it: a link that was created in it since is refused.
 */
export async function replaceTextFile(
  path: string,
  text: string,
  mode: number | null,
): Promise<{ readonly ok: true } | { readonly ok: false; readonly outcome: ToolOutcome }> {
  const folder = dirname(path)
  const temporary = join(folder, `.${randomUUID()}.tmp`)
  try {
    await mkdir(folder, { recursive: true })
    if ((await realpath(folder)) !== folder) return refused(`${path}: a folder of this path became a symbolic link`)
    await writeFile(temporary, text, { flag: 'wx', ...(mode !== null && { mode }) })
    await rename(temporary, path)
    return { ok: true }
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    return refused(pathProblem(path, error))
  }
}

function refused(message: string): { readonly ok: false; readonly outcome: ToolOutcome } {
  return { ok: false, outcome: { content: message, isError: true } }
}
