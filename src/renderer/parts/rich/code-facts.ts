/** What the line of a code fence says. */
export interface CodeInfo {
  /** As written, without a path; empty if there is none. */
  readonly language: string
  /** Null: no file is named. */
  readonly fileName: string | null
}

/** Endings of files by the names of languages that differ from them. */
const ENDINGS: Readonly<Record<string, string>> = {
  '': 'txt',
  bash: 'sh',
  csharp: 'cs',
  dockerfile: 'dockerfile',
  javascript: 'js',
  kotlin: 'kt',
  latex: 'tex',
  markdown: 'md',
  math: 'tex',
  mermaid: 'mmd',
  python: 'py',
  ruby: 'rb',
  rust: 'rs',
  shell: 'sh',
  text: 'txt',
  typescript: 'ts',
  yaml: 'yml',
}

const FILE_NAME = /^[\w@./~+-]*\.[a-z\d]{1,10}$/i

/** Parses the text after an opening fence: `ts`, `ts src/a.ts`, `ts title="src/a.ts"`, `ts:src/a.ts` or `src/a.ts`. */
export function codeInfo(info: string): CodeInfo {
  const [first = '', ...rest] = info.trim().split(/\s+|:(?=[\w./])/)
  const named = /\b(?:title|file|filename|name)=["']?([^"'\s]+)/.exec(info)?.[1]
  const fileName = [named, ...rest].find((word) => word !== undefined && FILE_NAME.test(word)) ?? null
  if (FILE_NAME.test(first) && /[./]/.test(first)) return { language: ending(first), fileName: first }
  return { language: first.replace(/^\{?\.?|[{}].*$/g, ''), fileName }
}

/**
 * Returns the name to save code under: that of its file without folders, else `code` with the ending of its language.
 */
export function saveName({ language, fileName }: CodeInfo): string {
  const name = (fileName ?? '').split('/').at(-1) ?? ''
  if (name !== '' && !name.startsWith('.')) return name
  const known = ENDINGS[language.toLowerCase()] ?? language.toLowerCase()
  return `code.${/^[a-z\d]{1,10}$/.test(known) ? known : 'txt'}`
}

function ending(name: string): string {
  return /\.([a-z\d]+)$/i.exec(name)?.[1] ?? ''
}

/** `page`: rendered by the browser, in a frame of its own. `markdown`: rendered as an answer is. Null: only as code. */
export type PreviewKind = 'page' | 'markdown'

const PREVIEWS: Readonly<Record<string, PreviewKind>> = {
  htm: 'page',
  html: 'page',
  markdown: 'markdown',
  md: 'markdown',
  svg: 'page',
}

export function previewKind({ language }: CodeInfo, code: string): PreviewKind | null {
  const isSvg = language.toLowerCase() === 'xml' && /^\s*(?:<\?xml[^>]*>\s*)?<svg\b/i.test(code)
  return isSvg ? 'page' : (PREVIEWS[language.toLowerCase()] ?? null)
}

/** Returns whether a fenced block contains its closing fence, so that nothing can be added to it. */
export function isClosedFence(source: string): boolean {
  const open = /^ {0,3}(`{3,}|~{3,})/.exec(source)?.[1]
  const last = /\n {0,3}(`{3,}|~{3,})[ \t]*\n*$/.exec(source)?.[1]
  return open !== undefined && last !== undefined && last.startsWith(open)
}

/** Code of answers with more lines is folded to the first ones. */
export const FOLDED_FROM = 40
export const FOLDED_TO = 20

const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** Returns how much of an answer is shown before anything is unfolded. UTF-16 units. */
export function foldedLength(answer: string): number {
  let length = 0
  let open: { readonly fence: string; readonly lines: number[] } | null = null
  for (const line of answer.split('\n')) {
    const fence = FENCE.exec(line)?.[1]
    if (open === null) {
      length += line.length + 1
      if (fence !== undefined) open = { fence, lines: [] }
    } else if (fence?.startsWith(open.fence) === true) {
      length += shownLength(open.lines)
      open = null
    } else open.lines.push(line.length + 1)
  }
  return length + shownLength(open?.lines ?? [])
}

function shownLength(lines: readonly number[]): number {
  const shown = lines.length > FOLDED_FROM ? lines.slice(0, FOLDED_TO) : lines
  return shown.reduce((sum, length) => sum + length, 0)
}
