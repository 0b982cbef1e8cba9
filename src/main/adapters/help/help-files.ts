import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { HelpFiles } from '../../../shared/help-library.ts'
import { HELP_START } from '../../../shared/help-places.ts'
import { errorMessage, ok, refuse, type Result } from '../../../shared/result.ts'

const TYPES: Readonly<Record<string, string>> = { '.webp': 'image/webp', '.png': 'image/png' }

/** The pages and pictures of the help, which every package contains. */
export function createHelpFiles(): HelpFiles {
  const read = async (path: string, encoding: 'utf8' | 'base64'): Promise<Result<string>> => {
    const folder = findPages()
    if (folder === null) return refuse('The pages of the help are missing. Install ikigai again.')
    try {
      return ok(await readFile(join(folder, path), encoding))
    } catch (error) {
      return refuse(`A page of the help cannot be read: ${errorMessage(error)}. Install ikigai again.`)
    }
  }
  return {
    text: (page) => read(`${page}.md`, 'utf8'),
    async picture(name) {
      const type = TYPES[extname(name)]
      if (type === undefined) return refuse(`The help has no pictures like ${name}.`)
      const bytes = await read(join('images', name), 'base64')
      return bytes.ok ? ok(`data:${type};base64,${bytes.value}`) : bytes
    },
  }
}

/** Returns the nearest `docs/` above this file, whose depth in the sources differs from its depth in the bundle; null: there is none. */
function findPages(): string | null {
  for (let directory = dirname(fileURLToPath(import.meta.url)); ; directory = dirname(directory)) {
    const candidate = join(directory, 'docs')
    if (existsSync(join(candidate, `${HELP_START.page}.md`))) return candidate
    if (directory === dirname(directory)) return null
  }
}
