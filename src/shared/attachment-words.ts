import { type AttachmentBlock, byteWords, KIND_WORDS } from './attachment.ts'

/** Returns what a file is, for display: `image · 48 kB`, `PDF · 12 pages · 2.1 MB`. */
export function fileFacts({ kind, bytes, pages }: AttachmentBlock): readonly string[] {
  const length = pages === undefined ? [] : [`${pages} ${pages === 1 ? 'page' : 'pages'}`]
  return [KIND_WORDS[kind], ...length, byteWords(bytes)]
}

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
