/** A word that begins with a letter, after delimiters that open emphasis or quotes. A number may begin a list. */
const FIRST_WORD = String.raw`[*_"'“‘(]*\p{L}[\p{L}\p{M}\p{N}'’-]*[,;?.]?`
const NEXT_WORD = String.raw` [\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*[,;?.]?`
const WORD_AT_END = new RegExp(`(?:^|\\s)(${FIRST_WORD} ?)$`, 'u')
const WORDS = new RegExp(`^${FIRST_WORD}(?:${NEXT_WORD})* ?$`, 'u')
/** What may become an address without being marked as one. Others have characters that no word has. */
const ADDRESS = /www[.]/i
/** Of the end of a text, so many characters are read for its last word. UTF-16 units. */
const MAX_WORD = 80

/**
 * Returns whether text that is appended to Markdown only continues its last words: letters, digits, spaces and
 * punctuation that means nothing in Markdown, after a word. The result of parsing is then the same with more text at its
 * end. Lines, marks and tags, and words that may become an address or a list, do not continue words.
 */
export function continuesWords(before: string, added: string): boolean {
  if (before.includes('<')) return false
  const end = before.slice(-MAX_WORD)
  // Without a space in the part that is read, it may begin inside a word.
  const word = before.length > MAX_WORD && !/\s./.test(end) ? null : (WORD_AT_END.exec(end)?.[1] ?? null)
  return word !== null && WORDS.test(word + added) && !ADDRESS.test(word + added)
}
