import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

import { ROOT } from './project.ts'

/** A number that says how the sources are kept, with its goal. */
export interface Figure {
  readonly name: string
  readonly value: number
  /** The most that reaches the goal, or the least and the most. */
  readonly goal: readonly [number, number]
}

/** A source file. */
export interface SourceFile {
  /** From the root, with slashes. */
  readonly path: string
  readonly text: string
}

/** A file of fewer lines that only one other imports should be a part of that one. */
const SMALL_LINES = 25
const BAG = /^(?:export )?(?:interface|type) \w*(?:Dependencies|Options|Parts|Facts)\b/gm
const IMPORT = /(?:from|import) '(\.[^']+)'/g
/** Lines of one duplicate. */
const WINDOW = 6

/** Computes the figures. The rules are textual: they show a trend, and need no compiler. */
export function sourceFigures(files: readonly SourceFile[]): readonly Figure[] {
  const sources = files.filter(({ path }) => path.startsWith('src/'))
  const tests = files.filter(({ path }) => path.startsWith('test/'))
  const lengths = sources.map(({ text }) => linesOf(text).length).toSorted((a, b) => a - b)
  const count = (pattern: RegExp, among = sources) =>
    among.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0)
  return [
    { name: 'TypeScript files in src', value: sources.length, goal: [0, 1550] },
    { name: 'lines of src', value: lengths.reduce((sum, length) => sum + length, 0), goal: [0, 131_000] },
    { name: 'lines of a file, median', value: lengths[Math.floor(lengths.length / 2)] ?? 0, goal: [65, 85] },
    { name: 'lines of a file, longest', value: lengths.at(-1) ?? 0, goal: [0, 300] },
    { name: 'files over 300 lines', value: lengths.filter((length) => length > 300).length, goal: [0, 0] },
    { name: '…Dependencies, …Options, …Parts, …Facts types', value: count(BAG), goal: [0, 119] },
    { name: 'Pick<', value: count(/\bPick</g), goal: [0, 149] },
    { name: 'conditional spreads', value: count(/\.\.\.\([^()]*(?:\([^()]*\)[^()]*)*&& \{/g), goal: [0, 59] },
    { name: `files under ${SMALL_LINES} lines with one importer`, value: smallLeaves(sources).length, goal: [0, 0] },
    { name: 'methods named of', value: count(/^ +(?:async )?of\(/gm), goal: [0, 0] },
    { name: `pairs of ${WINDOW} or more equal lines in tests`, value: duplicates(tests), goal: [0, 199] },
    { name: 'as in tests', value: count(CASTS, tests.map(withoutImports)), goal: [0, 0] },
  ]
}

/** Returns the figures as a table: goal, value, whether it is reached. */
export function describeFigures(figures: readonly Figure[]): string {
  const width = Math.max(...figures.map(({ name }) => name.length))
  return figures
    .map(({ name, value, goal: [least, most] }) => {
      const goal = least > 0 ? `${least} to ${most}` : most === 0 ? '0' : `at most ${most}`
      const verdict = value >= least && value <= most ? 'reached' : 'missed'
      return `${name.padEnd(width)}  ${String(value).padStart(7)}  ${goal.padEnd(14)}  ${verdict}`
    })
    .join('\n')
}

/** Reads the TypeScript files of src and test, without fixtures. */
export function readSources(): readonly SourceFile[] {
  return ['src', 'test'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map(({ parentPath, name }) => {
        const file = join(parentPath, name)
        return { path: relative(ROOT, file).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }
      })
      .filter(({ path }) => !path.startsWith('test/fixtures/')),
  )
}

function linesOf(text: string): readonly string[] {
  return text.trimEnd().split('\n')
}

/** Small files that exactly one other file of src imports. */
function smallLeaves(sources: readonly SourceFile[]): readonly string[] {
  const importers = new Map<string, Set<string>>()
  for (const { path, text } of sources) {
    for (const [, target = ''] of text.matchAll(IMPORT)) {
      const imported = relative('/', resolve('/', path, '..', target)).replaceAll('\\', '/')
      importers.set(imported, (importers.get(imported) ?? new Set()).add(path))
    }
  }
  return sources
    .filter(({ path, text }) => linesOf(text).length < SMALL_LINES && importers.get(path)?.size === 1)
    .map(({ path }) => path)
}

/** Casts to types by the words that types begin with; SQL in templates has other words after its `as`. */
const CASTS =
  /(?<=\S )as (?:[A-Z{(['"]|(?:any|bigint|boolean|keyof|never|number|object|readonly|string|typeof|unknown)\b)/g
/** The one documented cast of the tests. */
const CAST = 'test/support/untyped.ts'
/** Comments and texts, in the order in which they begin, so that none of them hides the end of another. */
const WORDS =
  /\/\*[\s\S]*?\*\/|\/\/.*$|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/(?![*/])(?:[^/\\\n]|\\.)+\/[a-z]*(?=[,).;\s])/gm

/** Types of imports may be renamed with `as`, which is no cast; so may comments and texts contain the word. */
function withoutImports({ path, text }: SourceFile): SourceFile {
  if (path === CAST) return { path, text: '' }
  return { path, text: text.replaceAll(/^(?:import|export) [\s\S]*?from .*$/gm, '').replaceAll(WORDS, "''") }
}

/** Counts pairs of equal runs of lines; imports and blank lines do not count. */
function duplicates(files: readonly SourceFile[]): number {
  const places = new Map<string, Set<string>>()
  let pairs = 0
  for (const [number, file] of files.entries()) {
    const lines = linesOf(file.text.replaceAll(/^import [\s\S]*?from .*$/gm, ''))
      .map((line) => line.trim())
      .filter((line) => line !== '')
    let before: ReadonlySet<string> = new Set()
    for (let at = 0; at + WINDOW <= lines.length; at++) {
      const part = lines.slice(at, at + WINDOW).join('\n')
      const earlier = places.get(part) ?? new Set<string>()
      // A pair begins where the lines before were not equal already.
      for (const place of earlier) if (!before.has(place)) pairs++
      before = new Set([...earlier].map(nextPlace))
      places.set(part, earlier.add(`${number}:${at}`))
    }
  }
  return pairs
}

function nextPlace(place: string): string {
  const [file = '', line = ''] = place.split(':')
  return `${file}:${Number(line) + 1}`
}
