import type { EngineApi } from '../../../shared/engine-api.ts'
import { createHelpLibrary } from '../../../shared/help-library.ts'
import type { EngineWiring } from '../wiring/engine-wiring.ts'

/** The pages of the help. */
export function createHelpApi({ helpFiles }: EngineWiring): EngineApi['help'] {
  const library = createHelpLibrary(helpFiles)
  return {
    pages: () => library.pages(),
    page: ({ page }) => library.page(page),
    search: ({ query }) => library.search(query),
  }
}
