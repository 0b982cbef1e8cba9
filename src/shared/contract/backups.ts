import { oc, type } from '@orpc/contract'

import type { Result } from '../result.ts'

export const backupsContract = {
  /** Makes a scheduled backup now, and waits for its end. The status of the engine says how the last one ended. */
  run: oc.output(type<Result<null>>()),
}
