import { implement } from '@orpc/server'

import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'
import { contract } from '../../../src/shared/contract.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import { DONE, ok, refuse } from '../../../src/shared/result.ts'
import { COMPARED_RUNS, EVALUATION, evaluationAfter } from './evaluation-world.ts'
import { LONG } from './preview-world.ts'
import { ADOPTION, RACE, raceAfter } from './race-world.ts'
import { SIX_ATTEMPTS } from './six-attempts-world.ts'

const os = implement(contract)
const NO_RACES = 'The preview runs no races.'

interface PreviewLog {
  eventsOf(agentId: AgentId): readonly AgentEvent[]
  record(event: NewEvent): void
}

/** One agent of three worlds is a race. */
export function previewRaces({ eventsOf, record }: PreviewLog) {
  return {
    view: os.races.view.handler(({ input: { raceId } }) => {
      const steps = eventsOf(raceId).flatMap((event) => (event.kind === 'race' ? [event.data] : []))
      if (raceId === SIX_ATTEMPTS.agentId) return ok(SIX_ATTEMPTS)
      return raceId === RACE.agentId ? ok(raceAfter(steps)) : refuse(NO_RACES)
    }),
    answer: os.races.answer.handler(({ input: { raceId, goOn } }) => {
      const data = { step: 'answered', go_on: goOn } as const
      record({ agentId: raceId, turnId: null, kind: 'race', content: null, data })
      return DONE
    }),
    adopt: os.races.adopt.handler(({ input: { preview } }) => (preview ? ok(ADOPTION) : refuse(NO_RACES))),
  }
}

/** One agent of two worlds is an evaluation. */
export function previewEvaluations({ eventsOf, record }: PreviewLog) {
  return {
    start: os.evaluations.start.handler(({ input: { file } }) =>
      file === EVALUATION.file ? ok(EVALUATION.agentId) : refuse(`${file} cannot be read.`),
    ),
    resume: os.evaluations.resume.handler(() => DONE),
    answer: os.evaluations.answer.handler(({ input: { evaluationId, goOn } }) => {
      const data = { step: 'answered', go_on: goOn } as const
      record({ agentId: evaluationId, turnId: null, kind: 'evaluation', content: null, data })
      return DONE
    }),
    view: os.evaluations.view.handler(({ input: { evaluationId } }) => {
      const steps = eventsOf(evaluationId).flatMap((event) => (event.kind === 'evaluation' ? [event.data] : []))
      return evaluationId === EVALUATION.agentId ? ok(evaluationAfter(steps)) : refuse('This agent is no evaluation.')
    }),
    page: os.evaluations.page.handler(() => ok('<!doctype html><title>Figures</title>')),
    compare: os.evaluations.compare.handler(({ input: { otherId } }) =>
      otherId === LONG ? ok(COMPARED_RUNS) : refuse('This agent is no evaluation.'),
    ),
  }
}
