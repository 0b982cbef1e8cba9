import { expect, it } from 'vitest'

import { answerToGoOn, goOnRule } from '../../src/main/command-line/ask-to-go-on.ts'
import type { GoOnRule } from '../../src/shared/baseline.ts'

const RUN = { passed: false, exit_code: 1, counts: null, duration_ms: 1 }

/** What `--go-on` says, what is typed (undefined: there is no terminal), and the answers about each outcome. */
const ANSWERS: readonly (readonly [
  goOn: GoOnRule | undefined,
  typed: string | null | undefined,
  passes: boolean | null,
  cannotStart: boolean | null,
])[] = [
  [undefined, undefined, true, null],
  ['if_passes', undefined, true, null],
  ['always', undefined, true, true],
  [undefined, 'y', true, true],
  [undefined, ' Yes ', true, true],
  [undefined, 'n', false, false],
  [undefined, '', false, false],
  [undefined, 'yesterday', false, false],
  [undefined, null, null, null],
  ['if_passes', 'n', true, false],
  ['always', 'n', true, true],
]

it.each(ANSWERS)('with --go-on %s and %j typed, a test that passes: %s, that cannot start: %s', async (...row) => {
  const [goOn, typed, passes, cannotStart] = row
  let questions = 0
  const ask = async (): Promise<string | null> => {
    questions += 1
    return typed ?? null
  }
  const answers = { goOn, ask: typed === undefined ? null : ask }
  expect(await answerToGoOn({ ...RUN, outcome: 'fails' }, answers)).toBe(true)
  expect(questions).toBe(0)
  expect(await answerToGoOn({ ...RUN, outcome: 'passes' }, answers)).toBe(passes)
  expect(await answerToGoOn({ ...RUN, outcome: 'cannot_start' }, answers)).toBe(cannotStart)
  expect(questions).toBe(typed === undefined || goOn === 'always' ? 0 : goOn === 'if_passes' ? 1 : 2)
})

it('asks about a test that passes at a terminal alone', () => {
  expect([goOnRule({ goOn: undefined, ask: null }), goOnRule({ goOn: undefined, ask: async () => '' })]).toEqual([
    'if_passes',
    undefined,
  ])
})
