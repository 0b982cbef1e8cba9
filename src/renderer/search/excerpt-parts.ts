export interface ExcerptPart {
  readonly text: string
  readonly isMatch: boolean
}

/** Splits an excerpt at the matches of the query, so that they can be highlighted. */
export function excerptParts(excerpt: string, query: string): readonly ExcerptPart[] {
  const words = query.split(/[\s"]+/).filter((word) => word !== '')
  if (words.length === 0) return [{ text: excerpt, isMatch: false }]
  const pattern = new RegExp(`(${words.map((word) => escaped(word)).join('|')})`, 'giu')
  return excerpt
    .split(pattern)
    .map((text, index) => ({ text, isMatch: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
}

/** Escapes a text for use in a regular expression. */
function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
