/**
 * Characters that JSON may contain unescaped but that some programs misinterpret: terminals obey C1 controls and
 * bidirectional controls and draw nothing for default ignorable characters, and many programs end a line at U+2028 and
 * U+2029. Escaping all that `visibleText` would replace makes a terminal show the same JSON.
 */
const MISREAD = /[\u007F-\u009F\u2028\u2029\uFFF9-\uFFFB\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Returns the value as JSON with those characters as `\u` escapes, which parse to the same value. `indent`: spaces per
 * level.
 */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(MISREAD, escaped)
}

function escaped(character: string): string {
  return character.split('').map(escapedUnit).join('')
}

function escapedUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
