import { type } from '@orpc/contract'

import type { Result } from '../result.ts'
import type { FreedSpace, RoomReport } from '../room.ts'
import { operation } from './operation.ts'

export const roomContract = {
  /** Returns how much of the disk the log and its files take, by kind. */
  sizes: operation('read').output(type<Result<RoomReport>>()),
  /** Frees the space of the database that holds nothing. Agents go on meanwhile. STORAGE while another engine does it. */
  free: operation('full').output(type<Result<FreedSpace>>()),
}
