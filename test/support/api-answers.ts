import { existsSync } from 'node:fs'

import { API_ANSWERS, makeApiAnswers } from '../../scripts/api-answers.ts'

/**
 * Makes what the description of the HTTP API is read from, if there is none: in a fresh clone without `prepare`. One that is
 * older than the types serves all tests but the description's own, and making it takes seconds after every edit.
 */
export async function setup(): Promise<void> {
  if (!existsSync(API_ANSWERS)) await makeApiAnswers()
}
