/**
 * What JSON text may hold as it is, and what some readers take for something else: a terminal obeys C1 controls and
 * bidirectional controls, and many line readers end a line at U+2028 and U+2029.
 */
const MISREAD = /[\u007F-\u009F\u2028\u2029\p{Bidi_Control}]/gu

/** JSON of the value, with such characters as `\u` escapes: read again it is the same value. `indent`: spaces per level. */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(MISREAD, escaped)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
