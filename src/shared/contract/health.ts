import { oc, type } from '@orpc/contract'

import type { Result } from '../result.ts'

export const healthContract = {
  /**
   * Reads every page of the database now, and resolves when that has ended. What was found is in the status of the engine.
   * Changes nothing.
   */
  check: oc.output(type<Result<null>>()),
}
