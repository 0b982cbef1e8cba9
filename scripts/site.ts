import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { createHelpFiles } from '../src/main/adapters/help/help-files.ts'
import { createHelpLibrary } from '../src/shared/help-library.ts'
import { HELP_PAGES } from '../src/shared/help-pages.ts'
import { helpSections } from '../src/shared/help-text.ts'
import type { Result } from '../src/shared/result.ts'
import { ROOT } from './project.ts'
import { scriptArguments } from './script-arguments.ts'
import { siteProblems } from './site-links.ts'
import { SITE_STYLE, sitePage } from './site-page.ts'
import { writeSearch } from './site-search.ts'

const USAGE = `Writes the pages of the help as a static site, and checks its links. It needs no server: index.html can
be opened as a file, and its search works there.

npm run site -- FOLDER   files of the site in it are replaced, others stay`

const [given] = scriptArguments(USAGE, { positionals: 1 }).positionals
if (given === undefined) {
  console.error(`Name the folder of the site.\n\n${USAGE}`)
  process.exitCode = 2
} else {
  process.exitCode = await writeSite(resolve(given))
}

async function writeSite(folder: string): Promise<number> {
  const files = createHelpFiles()
  const pages = valueOf(await createHelpLibrary(files).pages())
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  for (const { page } of HELP_PAGES) write(`${page}.html`, sitePage(page, valueOf(await files.text(page)), pages))
  const sections = HELP_PAGES.map(async ({ page }) => ({
    page,
    sections: helpSections(valueOf(await files.text(page))),
  }))
  await writeSearch(folder, await Promise.all(sections))
  write('style.css', SITE_STYLE)
  write(
    'index.html',
    '<!doctype html><meta charset="utf-8"><title>ikigai</title><meta http-equiv="refresh" content="0; url=first-steps.html"><a href="first-steps.html">ikigai</a>\n',
  )
  cpSync(join(ROOT, 'docs', 'images'), join(folder, 'images'), { recursive: true })
  const problems = siteProblems(folder)
  for (const problem of problems) console.error(problem)
  console.log(`${HELP_PAGES.length} pages in ${folder}, ${problems.length} broken links`)
  return problems.length === 0 ? 0 : 1
}

function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new Error(result.error.message)
}
