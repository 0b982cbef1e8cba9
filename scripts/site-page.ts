import { Marked } from 'marked'

import { html } from '../src/shared/html.ts'
import type { HelpPageSummary } from '../src/shared/help-library.ts'
import { HELP_GROUPS, type HelpGroup, helpLinkTarget, type HelpPage } from '../src/shared/help-pages.ts'
import { helpSections } from '../src/shared/help-text.ts'
import { SEARCH_SCRIPT } from './site-search.ts'

const GROUP_TITLES: Readonly<Record<HelpGroup, string>> = {
  start: 'Start',
  use: 'Use',
  reference: 'Reference',
  behaviour: 'How it works',
}

const escaped = (text: string): string => html`${text}`.markup

/** The tags that pages contain. */
const TAGS = /^<\/?kbd>$/

/** Returns a page of the site as HTML. It loads nothing but the style sheet, the script of the search and pictures beside it. */
export function sitePage(page: HelpPage, markdown: string, pages: readonly HelpPageSummary[]): string {
  const root = page.includes('/') ? '../' : ''
  const anchors = helpSections(markdown).map(({ anchor }) => anchor)
  const marked = new Marked({
    gfm: true,
    async: false,
    renderer: {
      html: ({ text }) => (TAGS.test(text) ? text : escaped(text)),
      heading({ tokens, depth }) {
        return `<h${depth} id="${anchors.shift() ?? ''}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        if (/^https?:/.test(href)) return `<a href="${escaped(href)}" rel="noopener noreferrer">${words}</a>`
        const target = helpLinkTarget(page, href)
        // Pages for developers are in the repository only.
        if (target === null) return words
        const anchor = target.anchor === null ? '' : `#${target.anchor}`
        return `<a href="${root}${target.page}.html${anchor}">${words}</a>`
      },
    },
  })
  const body = marked.parse(markdown)
  // Promised only with an extension that is asynchronous.
  if (typeof body !== 'string') throw new Error('Markdown is parsed at once')
  const title = pages.find((each) => each.page === page)?.title ?? page
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'">
<title>${escaped(title)} · ikigai</title>
<link rel="stylesheet" href="${root}style.css">
<script defer src="${root}${SEARCH_SCRIPT}"></script>
</head>
<body>
<a class="skip" href="#${helpSections(markdown)[0]?.anchor ?? ''}">Skip to the page</a>
<nav aria-label="Pages"><p class="name"><a href="${root}first-steps.html">ikigai</a></p><search data-search="${root}"></search>${HELP_GROUPS.map((group) => groupList(group, pages, { page, root })).join('')}</nav>
<main>${body}</main>
</body>
</html>
`
}

interface Place {
  readonly page: HelpPage
  /** The way from the page to the folder of the site. */
  readonly root: string
}

function groupList(group: HelpGroup, pages: readonly HelpPageSummary[], { page, root }: Place): string {
  const items = pages
    .filter((each) => each.group === group)
    .map((each) => {
      const current = each.page === page ? ' aria-current="page"' : ''
      return `<li><a href="${root}${each.page}.html"${current}>${escaped(each.title)}</a></li>`
    })
  return `<h2>${GROUP_TITLES[group]}</h2><ul>${items.join('')}</ul>`
}

/** The style sheet of the site, for light and dark screens. */
export const SITE_STYLE = `:root { color-scheme: light dark; --ink: light-dark(#1d211c, #e6e8e3); --muted: light-dark(#5b6358, #9ba397);
  --paper: light-dark(#fdfdfb, #161915); --shade: light-dark(#f2f3ee, #1e221d); --line: light-dark(#dcdfd6, #343a32); --link: light-dark(#2c6a2f, #8fcf8c); }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 16rem minmax(0, 1fr); background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; }
a { color: var(--link); text-underline-offset: 0.15em; }
.skip { position: absolute; inset-inline-start: -100rem; }
.skip:focus { inset: 0.5rem auto auto 0.5rem; padding: 0.5rem; background: var(--paper); }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.25rem; background: var(--shade); border-inline-end: 1px solid var(--line); }
nav h2 { margin: 1.25rem 0 0.25rem; color: var(--muted); font-size: 0.8125rem; font-weight: 500; }
nav ul { margin: 0; padding: 0; list-style: none; font-size: 0.9375rem; }
nav a { color: inherit; text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav [aria-current] { color: var(--link); font-weight: 600; }
search input { width: 100%; margin-block: 0.75rem 0.25rem; padding: 0.375rem 0.625rem; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); color: inherit; font: inherit; }
search p, search ol { margin: 0; padding: 0; list-style: none; font-size: 0.875rem; }
search p, search span { color: var(--muted); }
search li { margin-block: 0.5rem; overflow-wrap: anywhere; }
search span { display: block; font-size: 0.8125rem; line-height: 1.4; }
.name { margin: 0; font-weight: 700; font-size: 1.125rem; }
main { max-width: 50rem; padding: 1rem 2.5rem 6rem; overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; scroll-margin-top: 1rem; }
main h2 { margin-top: 2.5rem; }
img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 6px; }
code, pre, kbd { font-family: ui-monospace, monospace; font-size: 0.875em; }
code, kbd { padding: 0.1em 0.3em; border-radius: 4px; background: var(--shade); }
pre { padding: 0.875rem 1rem; overflow-x: auto; border-radius: 6px; background: var(--shade); }
pre code { padding: 0; background: none; }
table { display: block; max-width: 100%; overflow-x: auto; border-collapse: collapse; font-size: 0.9375rem; }
th, td { padding: 0.375rem 0.75rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
@media (width < 52rem) { body { display: block; } nav { position: static; height: auto; max-height: 40vh; border: 0; border-bottom: 1px solid var(--line); } main { padding: 1rem 1.25rem 4rem; } }
@media print { nav, .skip { display: none; } body { display: block; } }
`
