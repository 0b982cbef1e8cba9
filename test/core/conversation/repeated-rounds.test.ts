import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { NewEvent } from '../../../src/shared/agent-event.ts'
import type { ToolCallBlock } from '../../../src/shared/content.ts'
import {
  loopError,
  MAX_SAME_ROUNDS,
  NO_ROUNDS,
  withRound,
} from '../../../src/main/core/conversation/repeated-rounds.ts'

/** A round with one call: its name, argument and result. The ids differ in every round, as those of providers do. */
type Round = readonly [name: string, argument: string, result: string]

let ids = 0
function turnOf(rounds: readonly Round[]): number | null {
  let state = NO_ROUNDS
  for (const [index, [name, argument, result]] of rounds.entries()) {
    const id = `call_${++ids}`
    const block: ToolCallBlock = {
      type: 'tool_call',
      id,
      name,
      arguments: { argument },
      provider: 'anthropic',
      model: 'm',
    }
    const event: NewEvent = {
      agentId: 'a',
      turnId: `t${ids}`,
      kind: 'tool_result',
      content: result,
      data: { tool_call_id: id, name, is_error: result.startsWith('!') },
    }
    state = withRound(state, [block], [event])
    if (loopError(state) !== null) return index + 1
  }
  return null
}

const times = (count: number, ...rounds: readonly Round[]): readonly Round[] =>
  Array.from({ length: count }, () => rounds).flat()
const A: Round = ['bash', 'make', 'error']
const B: Round = ['file_read', 'a.txt', 'text']
const C: Round = ['grep', 'x', 'no match']
const counted = (count: number, round: (index: number) => Round) =>
  Array.from({ length: count }, (_, index) => round(index))

it.each([
  ['the same call with the same result', times(30, A), 10],
  ['the same failing call', times(30, ['bash', 'x', '!no']), 10],
  ['two calls in turn', times(30, A, B), 20],
  ['three calls in turn', times(30, A, B, C), 30],
  ['something else first', [B, C, ...times(30, A)], 12],
  ['nine times only', times(9, A), null],
  ['two calls in turn, nine times', [...times(9, A, B), C], null],
  ['another call between', [...times(9, A), B, ...times(9, A)], null],
  ['the same call with other results', counted(120, (index) => ['bash', 'date', String(index)]), null],
  ['the same result of other calls', counted(120, (index) => ['bash', `echo ${index}`, '']), null],
  ['other tools with the same arguments', counted(120, (index) => [`tool_${index}`, 'x', 'y']), null],
  [
    'a result that changes once in a while',
    counted(120, (index) => ['bash', 'status', String(Math.floor(index / 9))]),
    null,
  ],
] satisfies readonly (readonly [string, readonly Round[], number | null])[])('%s', (_name, rounds, expected) => {
  expect(turnOf(rounds)).toBe(expected)
})

it('never stops a turn in which no round comes twice, and always one that repeats a short cycle', () => {
  const unique = fc.uniqueArray(fc.string(), { maxLength: 60 })
  fc.assert(
    fc.property(unique, (texts) => {
      expect(turnOf(texts.map((text): Round => ['bash', text, 'same']))).toBeNull()
    }),
  )
  const cycle = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(cycle, fc.array(fc.string(), { maxLength: 5 }), (texts, before) => {
      const rounds = (all: readonly string[]) => all.map((text): Round => ['bash', text, 'same'])
      const first = rounds(before.map((text) => `before ${text}`))
      const found = turnOf([...first, ...times(MAX_SAME_ROUNDS, ...rounds(texts.map((text) => `in ${text}`)))])
      expect(found).not.toBeNull()
      expect(found).toBeLessThanOrEqual(first.length + texts.length * MAX_SAME_ROUNDS)
    }),
  )
})
