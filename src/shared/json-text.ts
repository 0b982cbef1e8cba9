/**
 * What JSON text may hold as it is, and what some readers take for something else: a terminal obeys C1 controls and
 * bidirectional controls and draws nothing for the default ignorable ones, and many line readers end a line at U+2028
 * and U+2029. Nothing is left of what `visibleText` shows as something else, so that a terminal shows the same JSON.
 */
const MISREAD = /[\u007F-\u009F\u2028\u2029\uFFF9-\uFFFB\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu

/** JSON of the value, with such characters as `\u` escapes: read again it is the same value. `indent`: spaces per level. */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(MISREAD, escaped)
}

function escaped(character: string): string {
  return character.split('').map(escapedUnit).join('')
}

function escapedUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
