/** The headings under which the help lists its pages, in their order. */
export const HELP_GROUPS = ['start', 'use', 'reference', 'behaviour'] as const
export type HelpGroup = (typeof HELP_GROUPS)[number]

/**
 * The pages of the help by group, in the order of its list: files below `docs/`, without `.md`. Pages for those who develop
 * ikigai are not part of it.
 */
const PAGES = {
  start: ['first-steps', 'errors'],
  use: [
    'window',
    'command-line',
    'configuration',
    'tools',
    'usage',
    'evaluation',
    'editors',
    'other-tools',
    'hooks',
    'backup',
    'api',
  ],
  reference: ['glossary', 'security', 'verifying', 'sql', 'import-format', 'scale-out'],
  behaviour: [
    'behaviour/commands',
    'behaviour/context',
    'behaviour/turns',
    'behaviour/tools',
    'behaviour/changes',
    'behaviour/races',
    'behaviour/reruns',
    'behaviour/evaluations',
    'behaviour/models',
    'behaviour/thinking',
    'behaviour/instructions',
    'behaviour/content',
    'behaviour/errors',
    'behaviour/homes',
    'behaviour/providers',
    'behaviour/transcript',
    'behaviour/storage',
  ],
} as const satisfies Readonly<Record<HelpGroup, readonly string[]>>

/** A page of the help, by its file. */
export type HelpPage = (typeof PAGES)[HelpGroup][number]

export const HELP_PAGES: readonly { readonly page: HelpPage; readonly group: HelpGroup }[] = HELP_GROUPS.flatMap(
  (group) => PAGES[group].map((page) => ({ page, group })),
)

const NAMES: ReadonlySet<string> = new Set(HELP_PAGES.map(({ page }) => page))

export function isHelpPage(name: string): name is HelpPage {
  return NAMES.has(name)
}

/** A page, or one of its sections. `anchor`: as GitHub makes it of the heading; null: the beginning of the page. */
export interface HelpTarget {
  readonly page: HelpPage
  readonly anchor: string | null
}

/** Returns a target as it is typed after `ikigai help`: `window#the-map`. */
export function helpTargetText({ page, anchor }: HelpTarget): string {
  return anchor === null ? page : `${page}#${anchor}`
}

/** Returns the target that a text names, as `helpTargetText` writes it; null: there is no such page. */
export function parseHelpTarget(text: string): HelpTarget | null {
  const [name = '', anchor = ''] = text.split('#', 2)
  const page = name.replace(/^(?:\.\/)?docs\//, '').replace(/\.md$/, '')
  return isHelpPage(page) ? { page, anchor: anchor === '' ? null : anchor } : null
}

/** Returns what a link on a page leads to; null: nothing inside of the help. */
export function helpLinkTarget(from: HelpPage, href: string): HelpTarget | null {
  if (href.startsWith('#')) return { page: from, anchor: href.slice(1) }
  const base = new URL(`help:/${from}`)
  const url = URL.parse(href, base.href)
  if (url === null || url.protocol !== base.protocol || !url.pathname.endsWith('.md')) return null
  return parseHelpTarget(url.pathname.slice(1) + url.hash)
}
