import { HELP_PAGES, type HelpGroup, type HelpPage } from './help-pages.ts'
import { type HelpHit, type HelpPageSections, searchHelp } from './help-search.ts'
import { helpSections } from './help-text.ts'
import { mapOk, ok, type Result } from './result.ts'

/** The bundled files of the help. */
export interface HelpFiles {
  /** Returns the Markdown of a page. */
  text(page: HelpPage): Promise<Result<string>>
  /** Returns a picture of `docs/images` as a `data:` address. */
  picture(name: string): Promise<Result<string>>
}

/** A page as the list of the help shows it. */
export interface HelpPageSummary {
  readonly page: HelpPage
  readonly group: HelpGroup
  readonly title: string
  /** In the order of the page, without its title. */
  readonly headings: readonly { readonly anchor: string; readonly title: string; readonly level: number }[]
}

/** What the window, the command line and the HTTP API show of the help. */
export interface HelpLibrary {
  pages(): Promise<Result<readonly HelpPageSummary[]>>
  /** Returns the Markdown of a page, with its pictures in it. */
  page(page: HelpPage): Promise<Result<string>>
  /** Returns the sections that contain every word, the best first. */
  search(query: string): Promise<Result<readonly HelpHit[]>>
}

const PICTURE = /!\[([^\]]*)\]\((?:\.\.\/)?images\/([\w.-]+)\)/g

/** Creates the library. The files are read once, because they do not change while the program runs. */
export function createHelpLibrary(files: HelpFiles): HelpLibrary {
  let known: readonly HelpPageSections[] | null = null

  async function read(): Promise<Result<readonly HelpPageSections[]>> {
    if (known !== null) return ok(known)
    const pages: HelpPageSections[] = []
    for (const { page } of HELP_PAGES) {
      const text = await files.text(page)
      if (!text.ok) return text
      pages.push({ page, sections: helpSections(text.value) })
    }
    known = pages
    return ok(pages)
  }

  return {
    async pages() {
      return mapOk(await read(), (pages) =>
        pages.map(({ page, sections }, index) => ({
          page,
          group: HELP_PAGES[index]?.group ?? 'reference',
          title: sections[0]?.title ?? page,
          headings: sections.slice(1).map(({ anchor, title, level }) => ({ anchor, title, level })),
        })),
      )
    },
    async page(page) {
      const text = await files.text(page)
      if (!text.ok) return text
      let shown = text.value
      for (const [source, description = '', name = ''] of text.value.matchAll(PICTURE)) {
        const picture = await files.picture(name)
        if (!picture.ok) return picture
        shown = shown.replace(source, () => `![${description}](${picture.value})`)
      }
      return ok(shown)
    },
    async search(query) {
      return mapOk(await read(), (pages) => searchHelp(pages, query))
    },
  }
}
