import type { HelpPage } from '../../shared/help-pages.ts'
import type { HelpHit } from '../../shared/help-search.ts'
import type { Result } from '../../shared/result.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import type { HelpStore } from '../store/help-store.ts'
import { callEngine } from './call-engine.ts'

export interface HelpActions {
  /** Loads the list of pages, once. Without it the help has no list and the palette no headings. */
  loadPages(): Promise<void>
  /** Returns the Markdown of a page. */
  page(page: HelpPage): Promise<Result<string>>
  /** Returns the sections that contain every word. */
  search(query: string): Promise<Result<readonly HelpHit[]>>
}

export function createHelpActions(client: EngineClient, help: HelpStore): HelpActions {
  return {
    async loadPages() {
      if (help.getState().pages !== null) return
      const pages = await callEngine(client.help.pages())
      if (pages.ok) help.setState({ pages: pages.value })
    },
    page: (page) => callEngine(client.help.page({ page })),
    search: (query) => callEngine(client.help.search({ query })),
  }
}
