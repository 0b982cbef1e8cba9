import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import type { Result } from '../result.ts'

/** A browser that may open the window. */
export interface BrowserSession {
  readonly id: string
  /** The browser's user agent. */
  readonly browser: string
  /** ms since the epoch; the same for `lastUsedAt`. */
  readonly createdAt: number
  readonly lastUsedAt: number
  /** Whether the asking window uses it. */
  readonly isThis: boolean
}

export const sessionsContract = {
  /** The sessions, last used first; null where the window is not in a browser. */
  list: oc.output(type<readonly BrowserSession[] | null>()),
  /**
   * Ends a session (null: all but the asking window's), which closes its windows within seconds. Returns the number of
   * ended sessions. Ending another window's session needs a confirmation of its own.
   */
  end: oc.input(z.object({ id: z.string().max(100).nullable() })).output(type<Result<number>>()),
}
