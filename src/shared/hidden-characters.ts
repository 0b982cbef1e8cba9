/** Characters that are invisible or change the direction of text, and can hide what a text says. */
const HIDDEN = /[\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2069}\u{E0000}-\u{E007F}]/gu

/** Counts the invisible characters of a text. */
export function countHiddenCharacters(text: string): number {
  return text.match(HIDDEN)?.length ?? 0
}
