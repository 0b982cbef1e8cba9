import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { ROOT } from '../../scripts/project.ts'
import { siteProblems } from '../../scripts/site-links.ts'
import { HELP_PAGES } from '../../src/shared/help-pages.ts'

const run = promisify(execFile)
const writeSite = (...args: readonly string[]) => run(process.execPath, [join(ROOT, 'scripts', 'site.ts'), ...args])

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ikigai-site-'))
  await writeSite(folder)
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

it('has the pages of the help, without broken links', async () => {
  const files = await readdir(folder, { recursive: true })
  for (const { page } of HELP_PAGES) expect(files).toContain(`${page}.html`)
  expect(siteProblems(folder)).toEqual([])
  const page = await readFile(join(folder, 'behaviour', 'changes.html'), 'utf8')
  expect(page).toContain('<h2 id="review">')
  expect(page).toContain('href="../behaviour/turns.html')
  expect(await readFile(join(folder, 'style.css'), 'utf8')).toContain('color-scheme: light dark')
})

it.each([
  ['<a href="nowhere.html">x</a>', 'tools.html: there is no nowhere.html'],
  ['<a href="window.html#nowhere">x</a>', 'tools.html: there is no window.html#nowhere'],
  ['<script src="x.js"></script>', 'tools.html: loads or runs something: <script'],
  ['<img src="https://example.org/a.png">', 'tools.html: loads or runs something: <img src="https://'],
])('finds %s', async (planted, problem) => {
  const before = await readFile(join(folder, 'tools.html'), 'utf8')
  await appendFile(join(folder, 'tools.html'), planted)
  expect(siteProblems(folder)).toContain(problem)
  await writeSite(folder)
  expect(await readFile(join(folder, 'tools.html'), 'utf8')).toBe(before)
})

it.each([[[]], [['--fast', 'x']], [['one', 'two']]])('refuses the arguments %j', async (args) => {
  await expect(writeSite(...args)).rejects.toMatchObject({ code: 2 })
})
