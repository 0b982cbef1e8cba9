import { ok, type Result } from '../../../shared/result.ts'
import { NO_REMOVED_OUTPUTS, parseRemovedOutputs, type RemovedOutputs } from '../../../shared/room.ts'
import type { Config } from '../ports/config-ports.ts'
import type { ContentStore } from '../ports/content-ports.ts'
import type { SettingsStore } from '../ports/log-ports.ts'
import type { RemoveOldOutputs } from '../ports/room-ports.ts'
import type { Clock, Logger } from '../ports/system-ports.ts'
import { StoredSetting } from '../stored-setting.ts'

export interface RoomDependencies {
  readonly content: Pick<ContentStore, 'sweep'>
  readonly settings: SettingsStore
  /** Missing: the tools keep no files with their output. */
  readonly removeOldOutputs?: RemoveOldOutputs
  readonly config: Pick<Config, 'toolOutputDays'>
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
  if (removed.files === 0) return ok(null)
  return removedOutputs(settings).change(({ files, bytes }) => ({
    files: files + removed.files,
    bytes: bytes + removed.bytes,
    days,
    lastAt: now,
  }))
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
