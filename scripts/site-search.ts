import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { build } from 'vite'

import type { HelpPageSections } from '../src/shared/help-search.ts'
import { ROOT } from './project.ts'

/** The files of the search beside the pages of the site. */
export const SEARCH_SCRIPT = 'search.js'
const SEARCH_INDEX = 'search-index.js'

/** Writes the script of the search and its index, which need no server. */
export async function writeSearch(folder: string, pages: readonly HelpPageSections[]): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: false,
      lib: {
        entry: join(ROOT, 'scripts', 'site-search-script.ts'),
        formats: ['iife'],
        name: 'ikigaiSearch',
        fileName: () => SEARCH_SCRIPT,
      },
    },
  })
  writeFileSync(join(folder, SEARCH_INDEX), `globalThis.ikigaiPages = ${JSON.stringify(pages)}\n`)
}
