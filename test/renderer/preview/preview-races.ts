import { implement } from '@orpc/server'

import { contract } from '../../../src/shared/contract.ts'
import { DONE, ok, refuse } from '../../../src/shared/result.ts'
import { COMPARED_RUNS, EVALUATION } from './evaluation-world.ts'
import { LONG } from './preview-world.ts'
import { ADOPTION, RACE } from './race-world.ts'

const os = implement(contract)
const NO_RACES = 'The preview runs no races.'

/** One agent of one world is a race. */
export function previewRaces() {
  return {
    view: os.races.view.handler(({ input: { raceId } }) => (raceId === RACE.agentId ? ok(RACE) : refuse(NO_RACES))),
    adopt: os.races.adopt.handler(({ input: { preview } }) => (preview ? ok(ADOPTION) : refuse(NO_RACES))),
  }
}

/** One agent of one world is an evaluation. */
export function previewEvaluations() {
  return {
    start: os.evaluations.start.handler(({ input: { file } }) =>
      file === EVALUATION.file ? ok(EVALUATION.agentId) : refuse(`${file} cannot be read.`),
    ),
    resume: os.evaluations.resume.handler(() => DONE),
    view: os.evaluations.view.handler(({ input: { evaluationId } }) =>
      evaluationId === EVALUATION.agentId ? ok(EVALUATION) : refuse('This agent is no evaluation.'),
    ),
    page: os.evaluations.page.handler(() => ok('<!doctype html><title>Figures</title>')),
    compare: os.evaluations.compare.handler(({ input: { otherId } }) =>
      otherId === LONG ? ok(COMPARED_RUNS) : refuse('This agent is no evaluation.'),
    ),
  }
}
