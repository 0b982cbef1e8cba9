/** A change to the text of one file. */
export interface Edit {
  readonly oldString: string
  readonly newString: string
  readonly replaceAll: boolean
}

export type EditResult =
  | { readonly ok: true; readonly text: string; readonly replacements: number }
  /** For the model: why the edit does not apply, and how to fix it. */
  | { readonly ok: false; readonly message: string }

/** Replaces the exact text at its only occurrence, or every occurrence with `replaceAll`. */
export function applyEdit(text: string, { oldString, newString, replaceAll }: Edit): EditResult {
  if (oldString === '') return { ok: false, message: 'old_string is empty. Use file_write to make a file.' }
  if (oldString === newString) return { ok: false, message: 'old_string and new_string are the same.' }
  const parts = text.split(oldString)
  const replacements = parts.length - 1
  if (replacements === 0) return { ok: false, message: `old_string was not found. ${hint(text, oldString)}` }
  if (replacements > 1 && !replaceAll) {
    const message = `old_string stands in ${replacements} places (lines ${linesOf(parts, oldString).join(', ')}). Give more of the text around it so that it is unique, or set replace_all.`
    return { ok: false, message }
  }
  return { ok: true, text: parts.join(newString), replacements }
}

const MAX_LINES_NAMED = 10

/** Returns the line numbers, counted from 1, at which the text between the parts begins. */
function linesOf(parts: readonly string[], between: string): readonly number[] {
  const lines: number[] = []
  let line = 1
  for (const part of parts.slice(0, MAX_LINES_NAMED + 1).slice(0, -1)) {
    line += countLines(part)
    lines.push(line)
    line += countLines(between)
  }
  return lines
}

function countLines(text: string): number {
  return text.split('\n').length - 1
}

/** Describes the usual reasons why a text is not found. */
function hint(text: string, oldString: string): string {
  if (text.includes('\r\n') && !oldString.includes('\r')) {
    const unix = text.replaceAll('\r\n', '\n')
    if (unix.includes(oldString)) return 'The file has Windows line ends: write \\r\\n for each line end.'
  }
  const first = oldString.split('\n').find((line) => line.trim() !== '')
  const near = first === undefined ? -1 : text.split('\n').findIndex((line) => line.trim() === first.trim())
  return near === -1
    ? 'Read the file again: it must match exactly, white space too.'
    : `Line ${near + 1} looks like its beginning, but white space or what follows differs. Read the file again.`
}
