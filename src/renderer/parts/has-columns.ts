/** Words that are set in columns with spaces, as `/help` and `/agents` do: they need letters of one width. */
export function hasColumns(words: string): boolean {
  return /\S {2,}\S|[├└│]/.test(words)
}
