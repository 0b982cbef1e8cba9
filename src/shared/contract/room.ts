import { type } from '@orpc/contract'

import type { Result } from '../result.ts'
import type { RoomReport } from '../room.ts'
import { operation } from './operation.ts'

export const roomContract = {
  /** Returns how much of the disk the log and its files take, by kind. */
  sizes: operation('read').output(type<Result<RoomReport>>()),
}
