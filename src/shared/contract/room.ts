import { oc, type } from '@orpc/contract'

import type { Result } from '../result.ts'
import type { FreedSpace, RoomReport } from '../room.ts'

export const roomContract = {
  /** Returns how much of the disk the log and its files take, by kind. */
  sizes: oc.output(type<Result<RoomReport>>()),
  /** Frees the space of the database that holds nothing. Agents go on meanwhile. STORAGE while another engine does it. */
  free: oc.output(type<Result<FreedSpace>>()),
}
