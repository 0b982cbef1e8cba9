import type { AttachmentBlock } from './attachment.ts'

/** A file that is attached, or about to be. */
interface NamedFile {
  readonly name: string
  readonly kind: AttachmentBlock['kind']
}

/** Prefix of the names of files that hold pasted text. */
const PASTED = 'Pasted text · '

/** Returns the name of the file for a pasted text. */
export function pastedFileName(text: string): string {
  return `${PASTED}${text.split('\n').length.toLocaleString('en-US')} lines.txt`
}

export function isPastedFile({ name, kind }: NamedFile): boolean {
  return kind === 'text' && name.startsWith(PASTED)
}

/** Returns the name of a file for display. `text`: the prompt, which may name the path of a file as `@src/add.ts`. */
export function shownFileName(file: NamedFile, text = ''): string {
  if (isPastedFile(file)) return file.name.replace(/\.txt$/, '')
  const mention = text.split(/\s+/).find((word) => word.startsWith('@') && word.endsWith(`/${file.name}`))
  return mention?.slice(1) ?? file.name
}
