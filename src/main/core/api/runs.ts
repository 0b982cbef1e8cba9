import type { EngineApi } from '../../../shared/engine-api.ts'
import { mapOk, refuse } from '../../../shared/result.ts'
import type { EngineWiring } from '../wiring/engine-wiring.ts'

export function createRacesApi({ races }: EngineWiring): EngineApi['races'] {
  return {
    start: async (request) => {
      const created = await races.create(request)
      if (!created.ok) return created
      return mapOk(await races.begin(created.value), () => created.value)
    },
    view: ({ raceId }) => races.view(raceId),
    resume: ({ raceId }) => races.begin(raceId),
    answer: async ({ raceId, goOn }) => {
      const answered = await races.answer(raceId, goOn)
      return answered.ok && goOn ? races.begin(raceId) : answered
    },
    stop: ({ raceId, agentId }) => races.stop(raceId, agentId),
    adopt: (request) => races.adopt(request),
  }
}

export function createEvaluationsApi({ evaluations }: EngineWiring): EngineApi['evaluations'] {
  return {
    start: (request) => evaluations.start(request),
    resume: ({ evaluationId }) => evaluations.resume(evaluationId),
    answer: async ({ evaluationId, goOn }) => {
      const answered = await evaluations.answer(evaluationId, goOn)
      return answered.ok && goOn ? evaluations.resume(evaluationId) : answered
    },
    view: ({ evaluationId }) => evaluations.view(evaluationId),
    page: ({ evaluationId, otherId }) => evaluations.page(evaluationId, otherId),
    compare: ({ evaluationId, otherId }) => evaluations.compare(evaluationId, otherId),
  }
}

export function createRerunsApi({ reruns }: EngineWiring): EngineApi['reruns'] {
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
