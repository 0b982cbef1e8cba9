import type { EngineApi } from '../../../shared/engine-api.ts'
import type { EngineServices } from '../engine-services.ts'

export function createUsageApi({ usage }: EngineServices): EngineApi['usage'] {
  return { query: (request) => usage.query(request), standing: () => usage.standing() }
}
