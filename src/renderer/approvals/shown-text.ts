import { visibleText } from '../../shared/visible-text.ts'

/** So many blank lines in a row may stand as they are. */
const MAX_BLANK_LINES = 3

/**
 * A text that a person decides on: what could hide a part of it is written out, and a run of blank lines, which could
 * push the end out of view, is one line that says how many there are. `marker` is how many characters at the beginning
 * of each line are not the text's own (the signs of a diff).
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
