import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const LINK = /\s(?:href|src)="([^"]*)"/g
const ID = /\sid="([^"]*)"/g
/** A script other than that of the search, or anything that the browser would load from another address. */
const FOREIGN =
  /<script(?! defer src="(?:\.\.\/)?search\.js"><\/script>)|<(?:link|img|iframe|source)[^>]*\s(?:href|src)="(?:[a-z]+:)?\/\//gi

/** Returns what is wrong with the links of a static site: `page: reason`. Links to other sites are not followed. */
export function siteProblems(folder: string): readonly string[] {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))
  const ids = new Map(pages.map((page) => [page, idsOf(join(folder, page))]))
  return pages.flatMap((page) => {
    const html = readFileSync(join(folder, page), 'utf8')
    const loads = [...html.matchAll(FOREIGN)].map(([found]) => `${page}: loads or runs something: ${found}`)
    const broken = [...html.matchAll(LINK)].flatMap(([, href = '']) => {
      if (/^(?:https?:|mailto:|data:)/.test(href)) return []
      const [path = '', anchor] = href.split('#', 2)
      const file = path === '' ? page : relative(folder, join(folder, dirname(page), path))
      if (!existsSync(join(folder, file))) return [`${page}: there is no ${href}`]
      return anchor === undefined || ids.get(file)?.has(anchor) === true ? [] : [`${page}: there is no ${href}`]
    })
    return [...loads, ...broken]
  })
}

function idsOf(file: string): ReadonlySet<string> {
  return new Set([...readFileSync(file, 'utf8').matchAll(ID)].map(([, id = '']) => id))
}
