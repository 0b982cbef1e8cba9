/** A word that begins with a letter, after delimiters that open emphasis or quotes. A number may begin a list. */
const FIRST_WORD = String.raw`[*_"'“‘(]*\p{L}[\p{L}\p{M}\p{N}'’-]*[,;?.]?`
const NEXT_WORD = String.raw` [\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*[,;?.]?`
const WORDS = new RegExp(`^${FIRST_WORD}(?:${NEXT_WORD})* ?$`, 'u')
/** What may become an address without being marked as one. Others have characters that no word has. */
const ADDRESS = /www[.]/i

/**
 * Returns whether text that is appended to Markdown only continues its last words: letters, digits, spaces and
 * punctuation that means nothing in Markdown, after a word. The result of parsing is then the same with more text at its
 * end. Lines, marks and tags, and words that may become an address or a list, do not continue words.
 */
export function continuesWords(before: string, added: string): boolean {
  if (before.includes('<')) return false
  const space = before.lastIndexOf(' ', before.length - 2)
  const word = before.slice(Math.max(space, before.lastIndexOf('\n')) + 1)
  return WORDS.test(word) && WORDS.test(word + added) && !ADDRESS.test(word + added)
}
