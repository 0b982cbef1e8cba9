import { implement } from '@orpc/server'

import { contract } from '../../../src/shared/contract.ts'
import { createHelpLibrary } from '../../../src/shared/help-library.ts'
import { ok, refuse } from '../../../src/shared/result.ts'

/** A picture of one pixel, in place of those of the pages. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const library = createHelpLibrary({
  async text(page) {
    const response = await fetch(`/docs/${page}.md`)
    return response.ok ? ok(await response.text()) : refuse(`There is no page ${page}.`)
  },
  picture: async () => ok(PICTURE),
})

/** The pages of the documentation as they are now; the preview's server serves them. */
export function previewHelp() {
  const os = implement(contract)
  return {
    pages: os.help.pages.handler(() => library.pages()),
    page: os.help.page.handler(({ input }) => library.page(input.page)),
    search: os.help.search.handler(({ input }) => library.search(input.query)),
  }
}
