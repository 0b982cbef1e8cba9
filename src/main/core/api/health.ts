import type { EngineApi } from '../../../shared/engine-api.ts'
import type { EngineServices } from '../engine-services.ts'

/** Checks of the database's files. */
export function createHealthApi({ healthWatch }: EngineServices): EngineApi['health'] {
  return { check: () => healthWatch.check() }
}
