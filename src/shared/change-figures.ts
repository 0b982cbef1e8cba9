/** Lines of one file; null: it is binary, or they were not counted. */
export interface LineCounts {
  readonly added: number | null
  readonly removed: number | null
}

/** Sums over changed files. Binary files have no lines. */
export interface ChangeFigures {
  readonly files: number
  readonly added: number
  readonly removed: number
}

export function changeFigures(files: readonly LineCounts[], more = 0): ChangeFigures {
  const sum = (which: keyof LineCounts): number => files.reduce((total, file) => total + (file[which] ?? 0), 0)
  return { files: files.length + more, added: sum('added'), removed: sum('removed') }
}

/** Returns, for example, `3 files changed +12 −4`. */
export function figuresText({ files, added, removed }: ChangeFigures): string {
  return `${files} ${files === 1 ? 'file' : 'files'} changed +${added} −${removed}`
}

/** What a list without files does not say. */
export const NOT_LOOKED_AT = 'What git ignores, and other files that checkpoints leave out, is not looked at.'
