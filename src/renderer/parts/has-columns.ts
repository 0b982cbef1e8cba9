/**
 * Returns whether a text is aligned in columns with spaces, as the output of `/help` and `/agents`, so that it needs a
 * monospaced font.
 */
export function hasColumns(text: string): boolean {
  return /\S {2,}\S|[├└│]/.test(text)
}
