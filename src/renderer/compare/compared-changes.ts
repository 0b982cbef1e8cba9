import type { ChangeList, ListedChange } from '../../shared/file-changes.ts'
import { texts } from '../text/texts.ts'

const words = texts.compare.changes

/** One file in the changes of several agents. */
export interface ComparedFile {
  readonly path: string
  /** By column; null: that agent did not change the file. */
  readonly changes: readonly (ListedChange | null)[]
  /** Whether all agents that changed the file left it alike. */
  readonly isSame: boolean
}

/** Returns every file that one of the agents changed, by path. `lists` by column; null: not loaded. */
export function comparedFiles(lists: readonly (ChangeList | null)[]): readonly ComparedFile[] {
  const columns = lists.map((list) => new Map((list?.files ?? []).map((file) => [file.path, file])))
  const paths = new Set(columns.flatMap((files) => [...files.keys()]))
  return [...paths].toSorted().map((path) => {
    const changes = columns.map((files) => files.get(path) ?? null)
    const [first, ...others] = changes.filter((change) => change !== null)
    return { path, changes, isSame: others.length > 0 && others.every((other) => isAlike(first, other)) }
  })
}

function isAlike(one: ListedChange | undefined, other: ListedChange): boolean {
  const left = one?.contents?.after
  return left !== undefined && left === other.contents?.after
}

/** Says which agents changed a file, and whether they left it alike: `Only in A`, `Same in both`. */
export function relationText({ changes, isSame }: ComparedFile, labels: readonly string[]): string {
  const names = labels.filter((_, index) => changes[index] != null)
  if (names.length === 1) return words.onlyIn({ agent: names.join('') })
  const isEverywhere = names.length === labels.length
  if (!isSame) return isEverywhere ? words.different : words.differentIn({ agents: listed(names) })
  if (!isEverywhere) return words.sameIn({ agents: listed(names) })
  return names.length === 2 ? words.sameInBoth : words.sameInAll
}

function listed(names: readonly string[]): string {
  return words.and({ agents: names.slice(0, -1).join(', '), last: names.at(-1) ?? '' })
}
