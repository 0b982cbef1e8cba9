import type { EngineApi } from '../../../shared/engine-api.ts'
import { mapOk } from '../../../shared/result.ts'
import type { EngineServices } from '../engine-services.ts'

export function createRerunsApi({ reruns }: EngineServices): EngineApi['reruns'] {
  return {
    start: async (request) => mapOk(await reruns.start(request), ({ rerunId }) => rerunId),
    resume: async ({ rerunId }) => mapOk(await reruns.resume(rerunId), () => null),
    view: ({ rerunId }) => reruns.view(rerunId),
  }
}
