const MAX_LENGTH = 60
/** Marks of Markdown that would be read aloud. */
const MARKS = /^(?:[#>\-*+]+|\d+[.)])\s+|[*_`~|]+|\$\$/gm

/** Returns the first words of a message on one line, without Markdown's marks; empty if it has no text. */
export function firstWords(text: string): string {
  const line = text
    .slice(0, MAX_LENGTH * 4)
    .replaceAll(MARKS, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (line.length <= MAX_LENGTH) return line
  const cut = line.slice(0, MAX_LENGTH)
  const end = cut.lastIndexOf(' ')
  return `${end > MAX_LENGTH / 2 ? cut.slice(0, end) : cut}…`
}
