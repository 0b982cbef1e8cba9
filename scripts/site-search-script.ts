import { type HelpPageSections, searchHelp } from '../src/shared/help-search.ts'

/**
 * The script of the static site's pages: it searches as the window does, in an index that is loaded when the field gets
 * the focus. Without scripts there is no field.
 */

declare global {
  /** What `search-index.js` sets: the pages with their sections. */
  var ikigaiPages: readonly HelpPageSections[] | undefined
}

const place = document.querySelector<HTMLElement>('[data-search]')
if (place !== null) addSearch(place)

/** Adds the field and what it finds. */
export function addSearch(place: HTMLElement): void {
  const root = place.dataset['search'] ?? ''
  const field = document.createElement('input')
  field.type = 'search'
  field.placeholder = 'Search'
  field.setAttribute('aria-label', 'Search all pages')
  const hits = document.createElement('ol')
  const status = document.createElement('p')
  status.setAttribute('role', 'status')
  place.append(field, status, hits)

  const show = (): void => {
    const query = field.value.trim()
    const found = globalThis.ikigaiPages === undefined ? [] : searchHelp(globalThis.ikigaiPages, query)
    hits.replaceChildren(...found.map((hit) => hitView(hit, root)))
    status.textContent = query === '' || globalThis.ikigaiPages === undefined ? '' : countText(found.length)
  }
  field.addEventListener('input', show)
  field.addEventListener('focus', () => loadIndex(root, show), { once: true })
  document.addEventListener('keydown', (key) => {
    if (key.key !== '/' || document.activeElement instanceof HTMLInputElement) return
    key.preventDefault()
    field.focus()
  })
}

/** As a script, because a page that was opened as a file may not read others. */
function loadIndex(root: string, loaded: () => void): void {
  const script = document.createElement('script')
  script.src = `${root}search-index.js`
  script.addEventListener('load', loaded)
  document.head.append(script)
}

function hitView({ page, anchor, pageTitle, title, excerpt }: ReturnType<typeof searchHelp>[number], root: string) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = `${root}${page}.html${anchor === null ? '' : `#${anchor}`}`
  link.textContent = anchor === null ? pageTitle : `${pageTitle}: ${title}`
  const words = document.createElement('span')
  words.textContent = excerpt
  item.append(link, words)
  return item
}

function countText(hits: number): string {
  if (hits === 0) return 'No section has all of these words.'
  return hits === 1 ? '1 section' : `${hits} sections`
}
