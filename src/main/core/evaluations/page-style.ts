import { Html } from '../../../shared/html.ts'

/** The style sheet of the page of an evaluation, light and dark as the browser is. */
export const PAGE_STYLE = new Html(`
:root { color-scheme: light dark; --ink: #1d1b18; --muted: #5f5a52; --line: #d9d4ca; --paper: #fbfaf7; --accent: #2f5f8f; --soft: #c9d8e6 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece8e1; --muted: #a9a39a; --line: #3c3934; --paper: #191816; --accent: #8db8e0; --soft: #34475a }
}
* { box-sizing: border-box }
body { max-width: 70rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { margin: 0; font-size: 1.5rem }
h2 { margin: 2rem 0 0.5rem; font-size: 1.125rem }
h3 { margin: 1.5rem 0 0.25rem; font-size: 1rem }
p { margin: 0.25rem 0 }
.note { color: var(--muted); font-size: 0.875rem }
.scroller { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid var(--line); text-align: end; white-space: nowrap; font-weight: 400 }
th:first-child { text-align: start; overflow-wrap: normal }
thead th { color: var(--muted); font-size: 0.875rem }
svg { display: block; width: 10rem; height: 0.75rem }
.whole { fill: var(--line) } .interval { fill: var(--soft) } .rate { fill: var(--accent) }
details { border-bottom: 1px solid var(--line) }
summary { padding: 0.25rem 0; cursor: pointer }
ul { margin: 0.25rem 0; padding-inline-start: 1.25rem; list-style: none }
pre { max-height: 30rem; margin: 0.5rem 0; padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.375rem; overflow: auto; white-space: pre-wrap; font: 0.875rem/1.5 ui-monospace, monospace }
@media print { details::details-content { content-visibility: visible } pre { max-height: none } }
`)
