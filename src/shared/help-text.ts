/** A heading of a page with the text below it, up to the next heading of any level. */
export interface HelpSection {
  /** As GitHub makes it of the heading; unique on the page. */
  readonly anchor: string
  /** The heading without marks of Markdown. */
  readonly title: string
  /** 1 to 6. */
  readonly level: number
  /** Markdown, with the line of the heading. */
  readonly source: string
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const HEADING = /^(#{1,6}) +(.+?)(?: +#+)?$/

/** Splits a page of Markdown at its headings. What is above the first heading belongs to no section. */
export function helpSections(markdown: string): readonly HelpSection[] {
  const sections: { title: string; level: number; lines: string[] }[] = []
  let fence: string | null = null
  for (const line of markdown.split('\n')) {
    const mark = FENCE.exec(line)?.[1]
    if (mark !== undefined && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null
    const heading = fence === null ? HEADING.exec(line) : null
    if (heading === null) sections.at(-1)?.lines.push(line)
    else sections.push({ title: heading[2] ?? '', level: heading[1]?.length ?? 1, lines: [line] })
  }
  const seen = new Map<string, number>()
  return sections.map(({ title: heading, level, lines }) => {
    const title = withoutMarks(heading)
    const anchor = headingAnchor(title)
    const before = seen.get(anchor) ?? 0
    seen.set(anchor, before + 1)
    return {
      anchor: before === 0 ? anchor : `${anchor}-${before}`,
      title,
      level,
      source: lines.join('\n').trimEnd(),
    }
  })
}

/** Returns the anchor that GitHub makes of a heading. */
export function headingAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')
}

/** Returns Markdown without its most frequent marks, for headings and excerpts. */
export function withoutMarks(markdown: string): string {
  return markdown
    .replaceAll(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<\/?kbd>/g, '')
    .replaceAll(/[`*]/g, '')
}
