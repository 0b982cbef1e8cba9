import { expect, it } from 'vitest'

import { questionText, typedAnswer } from '../../src/main/command-line/answer-questions.ts'
import type { PendingApproval } from '../../src/shared/approval.ts'

const QUESTION: PendingApproval = {
  id: '1',
  agentId: 'a',
  tool: 'ask',
  subject: 'Which?',
  access: 'question',
  isInFolder: true,
  askedAt: 0,
  patterns: [],
  choices: ['Tabs', 'Spaces', 'Both'],
}

const reply = (choices: readonly string[], text = '') => ({ type: 'reply', choices, text })

it.each([
  ['', false, { type: 'deny' }],
  ['2', false, reply(['Spaces'])],
  ['1 3', true, reply(['Tabs', 'Both'])],
  ['1,3,1', true, reply(['Tabs', 'Both'])],
  ['1 3', false, reply([], '1 3')],
  ['9', false, reply([], '9')],
  ['  neither ', false, reply([], 'neither')],
])('%j typed (several: %s) is %j', (line, allowsSeveral, answer) => {
  expect(typedAnswer(line, { ...QUESTION, allowsSeveral })).toEqual(answer)
})

it('numbers the choices and says what to type', () => {
  expect(questionText(QUESTION)).toBe(
    '? Which?\n  1  Tabs\n  2  Spaces\n  3  Both\nType a number, or another answer. An empty line declines.\n> ',
  )
})
