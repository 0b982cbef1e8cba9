import type { EngineApi } from '../../../shared/engine-api.ts'
import type { EngineServices } from '../engine-services.ts'

/** Scheduled backups of all data. */
export function createBackupsApi({ backupSchedule }: EngineServices): EngineApi['backups'] {
  return { run: () => backupSchedule.backUp() }
}
