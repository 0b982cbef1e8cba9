import type { EngineApi } from '../../../shared/engine-api.ts'
import { mapOk } from '../../../shared/result.ts'
import { ROOM_KINDS } from '../../../shared/room.ts'
import { removedOutputs } from '../content/keep-room.ts'
import type { EngineServices } from '../engine-services.ts'

/** What takes room on the disk. */
export function createRoomApi({ dependencies: { storage, folderSizes } }: EngineServices): EngineApi['room'] {
  return {
    free: (_input, signal) => storage.room.free(signal),
    sizes: async () => {
      const [database, folders] = await Promise.all([storage.room.sizes(), folderSizes()])
      const removed = await removedOutputs(storage.settings).read()
      if (!removed.ok) return removed
      return mapOk(database, ({ events, bytes, unused }) => {
        const known = { ...bytes, ...folders }
        const parts = ROOM_KINDS.map((kind) => ({ kind, bytes: known[kind] }))
        return {
          events,
          parts,
          total: parts.reduce((sum, part) => sum + (part.bytes ?? 0), 0),
          unused,
          removedOutputs: removed.value,
        }
      })
    },
  }
}
