import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { WHOLE_PREFIX, type WholeOutputs } from '../../core/ports/content-ports.ts'
import { makeFolder } from '../../make-folder.ts'

/** Keeps the whole of shortened texts beside the outputs of tools, in this folder. */
export function createWholeOutputs(folder: string): WholeOutputs {
  return {
    folder,
    async keep(name, text) {
      try {
        makeFolder(folder, { mode: 0o700 })
        await writeFile(join(folder, name), text, { mode: 0o600, flag: 'wx' })
        return true
      } catch (error) {
        return error instanceof Error && 'code' in error && error.code === 'EEXIST'
      }
    },
    async removeAll() {
      const names = await readdir(folder).catch(() => [])
      const own = names.filter((name) => name.startsWith(WHOLE_PREFIX))
      await Promise.all(own.map((name) => rm(join(folder, name), { force: true }).catch(() => undefined)))
    },
  }
}
