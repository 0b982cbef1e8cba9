import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

import { helpSections } from '../../src/shared/help-text.ts'

/** A text file of the repository. `path`: relative to its root. */
export interface SourceText {
  readonly path: string
  readonly text: string
}

/** Matches `ARCHITECTURE.md#the-map`, `README.md`: a document with or without a heading. */
const MENTION = /(?<![\w/.@-])((?:\.{1,2}\/)*[\w-]+(?:\/[\w.-]+)*\.md)\b(?:#([\w-]+))?/g

/** Instruction files and skills of the projects that agents work in. */
const OF_PROJECTS = /(?:^|\/)(?:n?AGENTS(?:\.\w+)?|AGENT|CLAUDE|GEMINI|SKILL)\.md$/

/** Matches a file in a folder `wire` outside of test/fixtures, which is not part of the repository. */
const FOREIGN = /(?<!fixtures\/)\bwire\/[\w-]+\.json\b/g

/** Returns the invalid citations of documents in these texts: `path:line: reason`. */
export function citationProblems(texts: readonly SourceText[], root: string): readonly string[] {
  const anchors = new Map<string, ReadonlySet<string> | null>()
  const anchorsOf = (file: string): ReadonlySet<string> | null => {
    const known = anchors.get(file)
    if (known !== undefined) return known
    const read = existsSync(join(root, file)) ? headingAnchors(readFileSync(join(root, file), 'utf8')) : null
    anchors.set(file, read)
    return read
  }
  return texts.flatMap(({ path, text }) => {
    const at = (index: number): string => `${path}:${text.slice(0, index).split('\n').length}`
    const foreign = [...text.matchAll(FOREIGN)].map(({ 0: found, index }) => `${at(index)}: ${found} is not here`)
    const broken = [...text.matchAll(MENTION)].flatMap(({ 1: file = '', 2: anchor, index }) => {
      const target = [file, join(dirname(path), file)].find((each) => existsSync(join(root, each)))
      if (target === undefined && OF_PROJECTS.test(file)) return []
      if (target === undefined) return [`${at(index)}: there is no ${file}`]
      const isKnown = anchor === undefined || anchorsOf(normalize(target))?.has(anchor) === true
      return isKnown ? [] : [`${at(index)}: ${file} has no heading #${anchor}`]
    })
    return [...foreign, ...broken, ...brokenOwnAnchors(path, text, at)]
  })
}

/** Finds broken `[text](#heading)` links within one page. */
function brokenOwnAnchors(path: string, text: string, at: (index: number) => string): readonly string[] {
  if (!path.endsWith('.md')) return []
  const own = headingAnchors(text)
  const links = [...text.matchAll(/\]\(#([\w-]+)\)/g)]
  return links.flatMap(({ 1: anchor = '', index }) => (own.has(anchor) ? [] : [`${at(index)}: no heading #${anchor}`]))
}

/** Returns the anchors that GitHub generates for the headings of a Markdown page. */
export function headingAnchors(markdown: string): ReadonlySet<string> {
  return new Set(helpSections(markdown).map(({ anchor }) => anchor))
}
