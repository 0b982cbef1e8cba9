import { expect, it } from 'vitest'

import answers from '../../resources/api-answers.json' with { type: 'json' }
import { answerSchemas } from '../../scripts/answer-schemas.ts'

it('finds the file that node scripts/describe-answers.ts writes as the types are now', () => {
  expect(answers).toEqual(answerSchemas())
}, 120_000)
