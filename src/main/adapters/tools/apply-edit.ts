import { LineEnds, withKeptLineEnds } from './line-ends.ts'

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

/**
 * Replaces the text at its only occurrence, or every occurrence with `replaceAll`. A line end in `oldString` matches any
 * line end, and lines of `newString` end as the lines that they replace. Where the edit names carriage returns itself,
 * both texts are exact.
 */
export function applyEdit(text: string, edit: Edit): EditResult {
  const { oldString, newString } = edit
  if (oldString === '') return refusal('old_string is empty. Use file_write to make a file.')
  if (oldString === newString) return refusal('old_string and new_string are the same.')
  if (!newString.isWellFormed()) return refusal('new_string contains half of a surrogate pair, which no file can keep.')
  const namesReturns = oldString.includes('\r')
  if (namesReturns && text.includes(oldString)) return replaceExactly(text, edit)
  return replaceAcrossLineEnds(text, edit, namesReturns)
}

function replaceExactly(text: string, { oldString, newString, replaceAll }: Edit): EditResult {
  const parts = text.split(oldString)
  const refused = severalPlaces(parts, oldString, replaceAll)
  return refused ?? { ok: true, text: parts.join(newString), replacements: parts.length - 1 }
}

/** `namesReturns`: the texts were written with Windows line ends for a file that has others. */
function replaceAcrossLineEnds(text: string, edit: Edit, namesReturns: boolean): EditResult {
  const ends = new LineEnds(text)
  const oldString = edit.oldString.replaceAll('\r\n', '\n')
  const newString = namesReturns ? edit.newString.replaceAll('\r\n', '\n') : edit.newString
  const parts = ends.normalized.split(oldString)
  if (parts.length === 1) return refusal(`old_string was not found. ${hint(ends.normalized, oldString)}`)
  const refused = severalPlaces(parts, oldString, edit.replaceAll)
  if (refused !== null) return refused
  let place = 0
  const written = parts.flatMap((part, index) => {
    const start = place + part.length
    const kept = ends.original(place, start)
    place = start + oldString.length
    if (index === parts.length - 1) return [kept]
    const replaced = ends.within(start, place)
    const next = newString.includes('\r')
      ? newString
      : withKeptLineEnds(oldString, newString, replaced, replaced.at(-1) ?? ends.near(start))
    return [kept, next]
  })
  return { ok: true, text: written.join(''), replacements: parts.length - 1 }
}

function refusal(message: string): EditResult & { readonly ok: false } {
  return { ok: false, message }
}

const MAX_LINES_NAMED = 10

/** Returns the refusal of a text that is not unique; null: it is, or all places are meant. */
function severalPlaces(parts: readonly string[], oldString: string, replaceAll: boolean): EditResult | null {
  const places = parts.length - 1
  if (places === 1 || replaceAll) return null
  return refusal(
    `old_string stands in ${places} places (lines ${linesOf(parts, oldString).join(', ')}). Give more of the text around it so that it is unique, or set replace_all.`,
  )
}

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

/** Characters that look like one that models write in their place. All have one UTF-16 unit, as what they look like. */
const LOOK_ALIKES: readonly (readonly [RegExp, string])[] = [
  [/[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g, ' '],
  [/[\u2018-\u201B\u2032\u00B4]/g, "'"],
  [/[\u201C-\u201F\u2033\u00AB\u00BB]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
]

/** Describes the usual reasons why a text is not found. `text` has `\n` only. */
function hint(text: string, oldString: string): string {
  const alike = lookAlike(text, oldString)
  if (alike !== null) return alike
  const form = otherForm(text, oldString)
  if (form !== null) return form
  const first = oldString.split('\n').find((line) => line.trim() !== '')
  const near = first === undefined ? -1 : text.split('\n').findIndex((line) => line.trim() === first.trim())
  return near === -1
    ? 'Read the file again: it must match exactly, white space too.'
    : `Line ${near + 1} looks like its beginning, but white space or what follows differs. Read the file again.`
}

/**
 * Says that the text is there in another Unicode form: `é` can be one character, or a letter and an accent. Null: it is not.
 */
function otherForm(text: string, oldString: string): string | null {
  const composed = text.normalize('NFC')
  const start = composed.indexOf(oldString.normalize('NFC'))
  if (start === -1) return null
  const line = countLines(composed.slice(0, start)) + 1
  return `Line ${line} has it with other characters for the same letters (another Unicode form). Copy it from the file, or name only the part without accents.`
}

/** Names the first character that only looks like the one in `oldString`; null: the texts differ in other ways. */
function lookAlike(text: string, oldString: string): string | null {
  const plain = (written: string): string =>
    LOOK_ALIKES.reduce((folded, [alike, character]) => folded.replaceAll(alike, character), written)
  const start = plain(text).indexOf(plain(oldString))
  if (start === -1) return null
  const index = Array.from({ length: oldString.length }, (_, unit) => unit).find(
    (unit) => text[start + unit] !== oldString[unit],
  )
  if (index === undefined) return null
  const line = countLines(text.slice(0, start + index)) + 1
  return `Line ${line} has ${codePoint(text, start + index)} where old_string has ${codePoint(oldString, index)}. Write it as it is in the file.`
}

function codePoint(text: string, index: number): string {
  const code = text.charCodeAt(index).toString(16).toUpperCase().padStart(4, '0')
  return `U+${code} (${JSON.stringify(text.charAt(index))})`
}
