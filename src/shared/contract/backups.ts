import { type } from '@orpc/contract'

import type { Result } from '../result.ts'
import { operation } from './operation.ts'

export const backupsContract = {
  /** Makes a scheduled backup now, and waits for its end. The status of the engine says how the last one ended. */
  run: operation('standard').output(type<Result<null>>()),
}
