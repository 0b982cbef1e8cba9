import type { AttachmentBlock } from './attachment.ts'

/** Prefix of the names of files that hold pasted text. */
const PASTED = 'Pasted text · '

/** Returns the name of the file for a pasted text. */
export function pastedFileName(text: string): string {
  return `${PASTED}${text.split('\n').length.toLocaleString('en-US')} lines.txt`
}

export function isPastedFile({ name, kind }: Pick<AttachmentBlock, 'name' | 'kind'>): boolean {
  return kind === 'text' && name.startsWith(PASTED)
}

/** Returns the name of a file for display. `text`: the prompt, which may name the path of a file as `@src/add.ts`. */
export function shownFileName(file: Pick<AttachmentBlock, 'name' | 'kind'>, text = ''): string {
  if (isPastedFile(file)) return file.name.replace(/\.txt$/, '')
  const mention = text.split(/\s+/).find((word) => word.startsWith('@') && word.endsWith(`/${file.name}`))
  return mention?.slice(1) ?? file.name
}
