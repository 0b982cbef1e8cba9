export interface ExcerptPart {
  readonly text: string
  readonly isMatch: boolean
}

/** An excerpt cut at the words that were looked for, so that they can be set off. */
export function excerptParts(excerpt: string, query: string): readonly ExcerptPart[] {
  const words = query.split(/[\s"]+/).filter((word) => word !== '')
  if (words.length === 0) return [{ text: excerpt, isMatch: false }]
  const pattern = new RegExp(`(${words.map((word) => escaped(word)).join('|')})`, 'giu')
  return excerpt
    .split(pattern)
    .map((text, index) => ({ text, isMatch: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
}

/** The words as a pattern that matches nothing but them. */
function escaped(words: string): string {
  return words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
