import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import type { HelpPageSummary } from '../help-library.ts'
import { HELP_PAGES } from '../help-pages.ts'
import type { HelpHit } from '../help-search.ts'
import type { Result } from '../result.ts'

const page = z.enum(HELP_PAGES.map((each) => each.page))

/** The pages of the help, in English. */
export const helpContract = {
  /** Returns the pages with their headings, in the order of the help. */
  pages: oc.output(type<Result<readonly HelpPageSummary[]>>()),
  /** Returns a page as Markdown; its pictures are in it. */
  page: oc.input(z.object({ page })).output(type<Result<string>>()),
  /** Returns the sections that contain every word, the best first, at most 30. */
  search: oc.input(z.object({ query: z.string().max(500) })).output(type<Result<readonly HelpHit[]>>()),
}
