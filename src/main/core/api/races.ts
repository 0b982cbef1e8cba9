import type { EngineApi } from '../../../shared/engine-api.ts'
import { mapOk } from '../../../shared/result.ts'
import type { EngineServices } from '../engine-services.ts'

export function createRacesApi({ races }: EngineServices): EngineApi['races'] {
  return {
    start: async (request) => {
      const created = await races.create(request)
      if (!created.ok) return created
      return mapOk(await races.begin(created.value), () => created.value)
    },
    view: ({ raceId }) => races.view(raceId),
    resume: ({ raceId }) => races.begin(raceId),
    stop: ({ raceId, agentId }) => races.stop(raceId, agentId),
    adopt: (request) => races.adopt(request),
  }
}
