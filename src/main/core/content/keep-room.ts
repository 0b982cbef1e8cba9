import { DONE, type Result } from '../../../shared/result.ts'
import { NO_REMOVED_OUTPUTS, parseRemovedOutputs, type RemovedOutputs } from '../../../shared/room.ts'
import type { EventRecorder } from '../events/event-hub.ts'
import type { Config } from '../ports/config-ports.ts'
import type { SettingsStore } from '../ports/log-ports.ts'
import type { OldOutputs, OutputFile, OutputOwner, RoomStore } from '../ports/room-ports.ts'
import type { Clock, Logger } from '../ports/system-ports.ts'
import { StoredSetting } from '../stored-setting.ts'

export interface RoomDependencies {
  readonly content: { sweep(): Promise<Result<unknown>> }
  readonly settings: SettingsStore
  /** Missing: the tools keep no files with their output. */
  readonly oldOutputs?: OldOutputs | undefined
  readonly config: Config
  readonly room: RoomStore
  readonly hub: EventRecorder
  readonly clock: Clock
  readonly logger: Logger
}

const DAY_MS = 24 * 3_600_000

/** Removes what is not needed any more, now and every day until the signal aborts. */
export async function keepRoom(signal: AbortSignal, dependencies: RoomDependencies): Promise<void> {
  const { clock, logger } = dependencies
  while (!signal.aborted) {
    for (const done of [
      await dependencies.content.sweep(),
      await removeOldOutputs(dependencies),
      await freeSpace(dependencies.room, signal),
    ]) {
      if (signal.aborted) return
      if (!done.ok) logger.warn('No room was made on the disk', { reason: done.error.message })
    }
    await clock.sleep(DAY_MS, signal)
  }
}

/** Frees the space of the database that an operation has left which was killed. */
export async function freeSpace(room: RoomStore, signal: AbortSignal): Promise<Result<unknown>> {
  const due = await room.isFreeDue()
  return due.ok && due.value && !signal.aborted ? room.free(signal) : due
}

/** Removes the files that the user's rule names, and keeps how many there were. An error says that none was removed. */
async function removeOldOutputs(dependencies: RoomDependencies): Promise<Result<null>> {
  const { oldOutputs, config, clock, settings, room, logger } = dependencies
  const days = config.toolOutputDays
  if (oldOutputs === undefined || days === 0) return DONE
  const now = clock.now()
  const found = await oldOutputs.find(now - days * DAY_MS)
  if (found.length === 0) return DONE
  // Before the files are deleted, because the owner of a deleted file cannot be looked up.
  const owners = await room.outputOwners(found.map(({ name }) => name))
  if (!owners.ok) return owners
  const removed = await oldOutputs.remove(found)
  if (removed.length === 0) return DONE
  const counted = await removedOutputs(settings).change(({ files, bytes }) => ({
    files: files + removed.length,
    bytes: bytes + bytesOf(removed),
    days,
    lastAt: now,
  }))
  if (!counted.ok) logger.warn('Whole outputs were deleted, but not counted', { reason: counted.error.message })
  await recordRemoved(dependencies, { owners: owners.value, removed, days })
  return DONE
}

interface Removal {
  readonly owners: readonly OutputOwner[]
  readonly removed: readonly OutputFile[]
  readonly days: number
}

/** Records in each agent what was deleted of its outputs. A failure for one agent does not stop the others. */
async function recordRemoved({ hub, logger }: RoomDependencies, { owners, removed, days }: Removal): Promise<void> {
  for (const [agentId, owned] of Map.groupBy(owners, (owner) => owner.agentId)) {
    const names = new Set(owned.map(({ name }) => name))
    const own = removed.filter(({ name }) => names.has(name))
    if (own.length === 0) continue
    const data = { days, files: own.length, bytes: bytesOf(own) }
    const event = { agentId, turnId: null, kind: 'outputs_removed', content: null, data } as const
    const recorded = await hub.record({ events: [event] })
    if (!recorded.ok)
      logger.warn('Whole outputs of an agent were deleted, which its log does not say', {
        agentId,
        reason: recorded.error.message,
      })
  }
}

function bytesOf(removed: readonly OutputFile[]): number {
  return removed.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** What the rule has removed so far. */
export function removedOutputs(settings: SettingsStore): StoredSetting<RemovedOutputs> {
  return new StoredSetting(settings, {
    key: 'removed_tool_outputs',
    empty: NO_REMOVED_OUTPUTS,
    parse: parseRemovedOutputs,
    damaged: 'What was removed of the outputs of tools is stored in a form that this version does not know.',
  })
}
