import type { FolderFile } from '../../shared/contract/folder.ts'
import { formatSize } from '../parts/format-figures.ts'
import type { Completion } from './prompt-completion.ts'
import { texts } from '../text/texts.ts'

const words = texts.prompt.completions

/** `@` and the beginning of a path or of the address of a resource before the cursor. */
export interface Mention {
  /** Position of the `@`. UTF-16 units. */
  readonly from: number
  readonly to: number
  /** The text after the `@`. */
  readonly query: string
}

/**
 * Returns the mention of a file that ends at the cursor; null: there is none. It begins a word, and is not part of a
 * command. `asText`: no line is a command.
 */
export function mentionAt(text: string, cursor: number, asText: boolean): Mention | null {
  const before = text.slice(0, cursor)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (!asText && line.startsWith('/') && !line.startsWith('//')) return null
  const query = /(?:^|\s)@([^\s@]*)$/u.exec(before)?.[1]
  return query === undefined ? null : { from: cursor - query.length - 1, to: cursor, query }
}

/** Returns the completions of a mention; null: nothing matches. What goes on is completed without a space after it. */
export function mentionCompletion({ from, to, query }: Mention, files: readonly FolderFile[]): Completion | null {
  if (files.length === 0) return null
  const options = files.map((file) => ({
    text: `@${file.path}${canBeAttached(file) ? ' ' : ''}`,
    label: file.path,
    detail: detailOf(file),
    file,
  }))
  return { from, to, options, preselected: query === '' ? -1 : 0 }
}

/** Whether it is one file; the others lead on to files. */
export function canBeAttached({ kind }: FolderFile): boolean {
  return kind === 'file' || kind === 'resource'
}

function detailOf({ kind, bytes, title }: FolderFile): string {
  if (kind === 'folder') return words.folder
  if (kind === 'server') return words.server
  return [...(title === undefined ? [] : [title]), ...(bytes === null ? [] : [formatSize(bytes)])].join(' · ')
}
