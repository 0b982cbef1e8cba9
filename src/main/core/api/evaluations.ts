import type { EngineApi } from '../../../shared/engine-api.ts'
import type { EngineServices } from '../engine-services.ts'

export function createEvaluationsApi({ evaluations }: EngineServices): EngineApi['evaluations'] {
  return {
    start: (request) => evaluations.start(request),
    resume: ({ evaluationId }) => evaluations.resume(evaluationId),
    view: ({ evaluationId }) => evaluations.view(evaluationId),
    page: ({ evaluationId, otherId }) => evaluations.page(evaluationId, otherId),
    compare: ({ evaluationId, otherId }) => evaluations.compare(evaluationId, otherId),
  }
}
