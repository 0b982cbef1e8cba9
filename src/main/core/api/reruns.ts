import type { EngineApi } from '../../../shared/engine-api.ts'
import { mapOk, refuse } from '../../../shared/result.ts'
import type { EngineServices } from '../engine-services.ts'

export function createRerunsApi({ reruns }: EngineServices): EngineApi['reruns'] {
  return {
    start: async ({ subtree = false, ...request }) => {
      if (subtree && request.promptId !== undefined) return refuse(ONE_OR_ALL)
      const started = subtree ? await reruns.startSubtree(request) : await reruns.start(request)
      return mapOk(started, ({ rerunId }) => rerunId)
    },
    resume: async ({ rerunId }) => mapOk(await reruns.resume(rerunId), () => null),
    view: ({ rerunId }) => reruns.view(rerunId),
  }
}

const ONE_OR_ALL = 'A prompt is for one turn, a subtree for all turns of several agents: give one of them.'
