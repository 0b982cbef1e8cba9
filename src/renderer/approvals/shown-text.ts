import { visibleText } from '../../shared/visible-text.ts'

/** Maximum number of consecutive blank lines that are shown. */
const MAX_BLANK_LINES = 3

/**
 * Returns a text on which the user decides, in a form that hides nothing: invisible characters are written out, and a
 * run of blank lines, which could push the end out of view, is replaced by a line with their number. `marker`: number
 * of characters at the beginning of each line that are not part of the text (the signs of a diff).
 */
export function shownText(text: string, marker = 0): string {
  const shown: string[] = []
  let blanks: string[] = []
  const endRun = (): void => {
    const sign = blanks[0]?.slice(0, marker) ?? ''
    shown.push(...(blanks.length > MAX_BLANK_LINES ? [`${sign}⟨${blanks.length} blank lines⟩`] : blanks))
    blanks = []
  }
  for (const line of visibleText(text, 'shown').split('\n')) {
    const isBlank = line.slice(marker).trim() === ''
    if (!isBlank || line.slice(0, marker) !== blanks[0]?.slice(0, marker)) endRun()
    if (isBlank) blanks.push(line)
    else shown.push(line)
  }
  endRun()
  return shown.join('\n')
}
