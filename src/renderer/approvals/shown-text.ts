import { visibleText } from '../../shared/visible-text.ts'
import { texts } from '../text/texts.ts'

/** Maximum number of consecutive blank lines that are shown. */
const MAX_BLANK_LINES = 3

const MAX_CODE_POINT = 0x10ffff

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
    shown.push(
      ...(blanks.length > MAX_BLANK_LINES ? [sign + texts.approvals.blankLines({ lines: blanks.length })] : blanks),
    )
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

/** Returns a pattern as its field shows it, on one line and without invisible characters: `a⟨U+000A⟩b`. */
export function shownPattern(pattern: string): string {
  return visibleText(pattern, 'shown').replaceAll('\n', '⟨U+000A⟩')
}

/** Returns the pattern that was typed into its field: the inverse of `shownPattern`. */
export function typedPattern(shown: string): string {
  return shown.replaceAll(/⟨U\+([0-9A-F]{4,6})⟩/g, (written, hex: string) => {
    const code = Number.parseInt(hex, 16)
    return code > MAX_CODE_POINT ? written : String.fromCodePoint(code)
  })
}
