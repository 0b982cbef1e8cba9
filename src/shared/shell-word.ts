/** Returns a text as one word of a POSIX shell: in single quotes, so that nothing in it is special. */
export function quotedWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
