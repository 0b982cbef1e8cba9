/** Lines of a page of news. */
const MOST_LINES = 10

/** Characters of one line. */
const LONGEST_LINE = 160

/**
 * Returns what is new in a version, from a changelog in the form of Keep a Changelog: the first item of each group, then the
 * second ones, at most ten. Empty: it does not name the version.
 */
export function whatIsNew(changelog: string, version: string): readonly string[] {
  const sections = changelog.split(/^## /m)
  const section = sections.find((text) => text.startsWith(`[${version}]`)) ?? ''
  const groups = section.split(/^### /m).slice(1).map(itemsOf)
  const longest = Math.max(0, ...groups.map((items) => items.length))
  const byRank = Array.from({ length: longest }, (_, rank) => groups.flatMap((items) => items.slice(rank, rank + 1)))
  return byRank.flat().slice(0, MOST_LINES)
}

/** The items of a group, each on one line, without addresses of links. */
function itemsOf(group: string): readonly string[] {
  return group
    .split(/^- /m)
    .slice(1)
    .map((item) => {
      const [first = ''] = item.split(/\n\n/)
      const line = first
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replaceAll(/\s+/g, ' ')
        .trim()
      return line.length <= LONGEST_LINE ? line : `${line.slice(0, line.lastIndexOf(' ', LONGEST_LINE))} …`
    })
}
