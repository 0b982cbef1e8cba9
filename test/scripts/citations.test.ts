import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { describe, expect, it } from 'vitest'

import { citationProblems, headingAnchors } from '../support/citations.ts'

const ROOT = resolve(import.meta.dirname, '..', '..')

/** Recordings and licence texts of others, and tests that make Markdown files of projects. */
const FOREIGN_TEXTS = /^test\/(?:fixtures\/|adapters\/project\/|command-line\/trust\.)/
const TEXTS = /\.(?:ts|tsx|mjs|md|css|html|sh|sql|yml)$/

/** Planted names are put together here: this file is read like every other. */
const page = (name: string, folder = 'docs/behaviour/'): string => `${folder}${name}.${'md'}`
const PAGE = page('transcript')

function trackedTexts() {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const paths = listed.split('\n').filter((path) => TEXTS.test(path) && !FOREIGN_TEXTS.test(path))
  return paths.flatMap((path) => {
    try {
      return [{ path, text: readFileSync(join(ROOT, path), 'utf8') }]
    } catch {
      // Deleted, but not committed yet.
      return []
    }
  })
}

describe('citations of documents', () => {
  it('name files and headings of this repository', () => {
    expect(citationProblems(trackedTexts(), ROOT)).toEqual([])
  })

  it.each([
    ['a missing file', `See ${page('nowhere')}.`, `there is no ${page('nowhere')}`],
    ['a missing heading', `As ${PAGE}${'#'}nowhere has it.`, `${PAGE} has no heading #nowhere`],
    ['a document without its folder', `(${page('transcript', '')})`, `there is no ${page('transcript', '')}`],
    ['a section of a specification', `(${page('rules', '')} § 2)`, `there is no ${page('rules', '')}`],
    ['a table of a specification', `(wire${'/'}events.json)`, `wire${'/'}events.json is not here`],
  ])('finds %s', (_what, text, problem) => {
    expect(citationProblems([{ path: 'src/planted.ts', text: `\n/** ${text} */` }], ROOT)).toContain(
      `src/planted.ts:2: ${problem}`,
    )
  })

  it.each([`${PAGE}#pairing`, 'README.md', 'page.mdx', 'https://example.com/page.md', '*.md'])('accepts %s', (text) => {
    expect(citationProblems([{ path: 'src/planted.ts', text: `// ${text}` }], ROOT)).toEqual([])
  })

  it('reads links of a page relative to its folder', () => {
    const text = `# Page\n[one](${page('models', '')}#pools) [two](#page) [three](#nowhere)`
    expect(citationProblems([{ path: page('planted'), text }], ROOT)).toEqual([
      `${page('planted')}:2: no heading #nowhere`,
    ])
  })

  it('gives headings the anchors of GitHub', () => {
    expect([
      ...headingAnchors('# A page\n## /check-mail\n```\n# no heading\n```\n### The `slash` tool, twice\n'),
    ]).toEqual(['a-page', 'check-mail', 'the-slash-tool-twice'])
  })
})
