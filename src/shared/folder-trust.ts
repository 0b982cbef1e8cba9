import { byteWords } from './attachment.ts'

/** What a project contains that is loaded once it is trusted. */
export interface FoundFile {
  /** Relative to the project. */
  readonly path: string
  readonly bytes: number
}

/** The decision about a project (docs/behaviour/instructions.md#trust). */
export interface FolderTrust {
  /** Real path of the project. */
  readonly project: string
  readonly state: 'trusted' | 'refused' | 'undecided'
  readonly found: readonly FoundFile[]
}

/** Whether files of the project may be loaded, and read without a question. */
export function isOpenProject({ state, found }: FolderTrust): boolean {
  return state === 'trusted' || (state === 'undecided' && found.length === 0)
}

/** Most files that a question names. */
const MAX_NAMED = 50

/** The files, one a line: `AGENTS.md (1.2 kB)`. */
export function foundLines(found: readonly FoundFile[]): readonly string[] {
  const named = found.slice(0, MAX_NAMED).map(({ path, bytes }) => `${path} (${byteWords(bytes)})`)
  return found.length > MAX_NAMED ? [...named, `and ${found.length - MAX_NAMED} more`] : named
}
