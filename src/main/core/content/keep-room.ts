import type { NewEvent } from '../../../shared/agent-event.ts'
import { DONE, ok, type Result } from '../../../shared/result.ts'
import { NO_REMOVED_OUTPUTS, parseRemovedOutputs, type RemovedOutputs } from '../../../shared/room.ts'
import type { Config } from '../ports/config-ports.ts'
import type { ContentStore } from '../ports/content-ports.ts'
import type { SettingsStore } from '../ports/log-ports.ts'
import type { RemovedOutput, RemoveOldOutputs, RoomStore } from '../ports/room-ports.ts'
import type { Clock, Logger } from '../ports/system-ports.ts'
import { StoredSetting } from '../stored-setting.ts'

export interface RoomDependencies {
  readonly content: Pick<ContentStore, 'sweep'>
  readonly settings: SettingsStore
  /** Missing: the tools keep no files with their output. */
  readonly removeOldOutputs?: RemoveOldOutputs
  readonly config: Pick<Config, 'toolOutputDays'>
  readonly room: Pick<RoomStore, 'outputOwners'>
  readonly record: (event: NewEvent) => Promise<Result<unknown>>
  readonly clock: Clock
  readonly logger: Logger
}

const DAY_MS = 24 * 3_600_000

/** Removes what is not needed any more, now and every day until the signal aborts. */
export async function keepRoom(signal: AbortSignal, dependencies: RoomDependencies): Promise<void> {
  const { clock, logger } = dependencies
  while (!signal.aborted) {
    for (const done of [await dependencies.content.sweep(), await removeOldOutputs(dependencies)]) {
      if (!done.ok) logger.warn('No room was made on the disk', { reason: done.error.message })
    }
    await clock.sleep(DAY_MS, signal)
  }
}

/** Removes the files that the user's rule names, and keeps how many there were. */
async function removeOldOutputs(dependencies: RoomDependencies): Promise<Result<RemovedOutputs | null>> {
  const { removeOldOutputs: remove, config, clock, settings } = dependencies
  const days = config.toolOutputDays
  if (remove === undefined || days === 0) return ok(null)
  const now = clock.now()
  const removed = await remove(now - days * DAY_MS)
  if (removed.length === 0) return ok(null)
  const counted = await removedOutputs(settings).change(({ files, bytes }) => ({
    files: files + removed.length,
    bytes: bytes + bytesOf(removed),
    days,
    lastAt: now,
  }))
  const recorded = await recordRemoved(dependencies, removed, days)
  return recorded.ok ? counted : recorded
}

/** Records in each agent what was deleted of its outputs. */
async function recordRemoved(
  { room, record }: Pick<RoomDependencies, 'room' | 'record'>,
  removed: readonly RemovedOutput[],
  days: number,
): Promise<Result<null>> {
  const owners = await room.outputOwners(removed.map(({ name }) => name))
  if (!owners.ok) return owners
  for (const [agentId, owned] of Map.groupBy(owners.value, (owner) => owner.agentId)) {
    const names = new Set(owned.map(({ name }) => name))
    const own = removed.filter(({ name }) => names.has(name))
    const data = { days, files: own.length, bytes: bytesOf(own) }
    const recorded = await record({ agentId, turnId: null, kind: 'outputs_removed', content: null, data })
    if (!recorded.ok) return recorded
  }
  return DONE
}

function bytesOf(removed: readonly RemovedOutput[]): number {
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
