import type { CommittedFile } from '../../core/ports/publishing-ports.ts'
import { gitVersion } from './parse-git.ts'
import { nulSeparated } from './run-git.ts'

export const ATTRIBUTES = ['filter', 'ident', 'working-tree-encoding', 'text', 'eol'] as const

interface GitAnswers {
  /** Of `ls-tree -r -z`. */
  readonly tree: Buffer
  /** Of `check-attr -z` for `ATTRIBUTES`. */
  readonly attributes: Buffer
  /** The setting `core.autocrlf`; missing: it is not set. */
  readonly autocrlf: string | undefined
}

/** Returns what a commit has of some files, from the answers of git. */
export function committedFiles(
  paths: readonly string[],
  { tree, attributes, autocrlf }: GitAnswers,
): readonly CommittedFile[] {
  const versions = new Map(nulSeparated(tree).map((line) => entryOf(line)))
  const values = attributeValues(attributes)
  return paths.map((path) => ({
    version: versions.get(path) ?? null,
    conversion: conversionOf(values.get(path) ?? new Map(), autocrlf),
  }))
}

/** A line `MODE blob HASH<TAB>PATH`. */
function entryOf(line: string): readonly [string, CommittedFile['version']] {
  const tab = line.indexOf('\t')
  const [mode = '', , hash = ''] = line.slice(0, tab).split(' ')
  return [line.slice(tab + 1), gitVersion(mode, hash)]
}

/** `check-attr -z` prints path, attribute and value, each with a NUL at its end. */
function attributeValues(output: Buffer): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const parts = nulSeparated(output)
  const values = new Map<string, Map<string, string>>()
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [path = '', name = '', value = ''] = parts.slice(at, at + 3)
    values.set(path, (values.get(path) ?? new Map<string, string>()).set(name, value))
  }
  return values
}

function conversionOf(values: ReadonlyMap<string, string>, autocrlf: string | undefined): CommittedFile['conversion'] {
  const isSet = (name: string): boolean => !['unspecified', 'unset', undefined].includes(values.get(name))
  if (isSet('filter') || isSet('ident') || isSet('working-tree-encoding')) return 'all'
  const isAutomatic = values.get('text') === 'unspecified' && ['true', 'input'].includes(autocrlf ?? '')
  return isSet('text') || isSet('eol') || isAutomatic ? 'line_ends' : 'none'
}
