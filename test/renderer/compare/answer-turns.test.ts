import { expect, it } from 'vitest'

import { alignTurns, answeredByAll } from '../../../src/renderer/compare/align-turns.ts'
import { NO_DETAILS, NO_TOKENS } from '../../../src/shared/usage.ts'
import { answerTurns, turnUsage, type AnswerTurn } from '../../../src/renderer/compare/answer-turns.ts'
import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'
import type { AssistantData } from '../../../src/shared/response-data.ts'

const AGENT = 'agent'

function log(...events: readonly NewEvent[]): readonly AgentEvent[] {
  return events.map((event, index) => ({ ...event, id: index + 1, sessionId: 1, createdAt: '' }))
}

const asked = (content: string): NewEvent => ({ agentId: AGENT, turnId: null, kind: 'user', content, data: null })
const answered = (content: string, data: AssistantData = {}): NewEvent => ({
  agentId: AGENT,
  turnId: 't',
  kind: 'assistant',
  content,
  data,
})

it('gathers all responses of a turn under its prompt: content, calls, time, tokens', () => {
  const call = { type: 'tool_call', id: 'c', name: 'grep', arguments: { pattern: 'jwt' } } as const
  const turns = answerTurns(
    AGENT,
    log(
      asked('Look'),
      answered('Let me look.', { blocks: [call], first_delta_ms: 600, duration_ms: 1000, output_tokens: 5 }),
      answered('Found.', { first_delta_ms: 90, duration_ms: 500, model: 'm', provider: 'p', input_tokens: 7 }),
      asked('And now?'),
    ),
  )
  expect(turns.map(({ responses, ...turn }) => ({ ...turn, responses: responses.length }))).toEqual([
    {
      promptId: 1,
      prompt: 'Look',
      answerIds: [2, 3],
      text: 'Let me look.\n\nFound.',
      calls: [{ name: 'grep', arguments: { pattern: 'jwt' } }],
      model: 'm',
      firstDeltaMs: 600,
      durationMs: 1500,
      responses: 2,
    },
    {
      promptId: 4,
      prompt: 'And now?',
      answerIds: [],
      text: '',
      calls: [],
      model: null,
      firstDeltaMs: null,
      durationMs: null,
      responses: 0,
    },
  ])
  const first = turns[0]
  expect(first === undefined ? null : turnUsage(first)).toEqual({
    inputTokens: 7,
    outputTokens: 5,
    thinkingTokens: 0,
    cachedTokens: 0,
    totalTokens: 12,
  })
})

it('knows no usage where one of its responses has none', () => {
  const response = { cost: null, usage: { ...NO_TOKENS, ...NO_DETAILS, totalTokens: 5 } }
  expect(turnUsage({ ...turn('Look'), responses: [response, response] })?.totalTokens).toBe(10)
  expect(turnUsage({ ...turn('Look'), responses: [response, { ...response, usage: null }] })).toBeNull()
  const unreported = answerTurns(AGENT, log(asked('Look'), answered('Found.')))
  expect(unreported[0]?.responses.map(({ usage }) => usage)).toEqual([null])
})

it('leaves out what was rewound', () => {
  const rewind: NewEvent = { agentId: AGENT, turnId: null, kind: 'rewind', content: null, data: { target_id: 2 } }
  const turns = answerTurns(AGENT, log(asked('Keep'), asked('Gone'), answered('Gone too'), rewind, asked('New')))
  expect(turns.map(({ prompt }) => prompt)).toEqual(['Keep', 'New'])
})

function turn(prompt: string, promptId = 1, answer = [2]): AnswerTurn {
  const none = { text: '', calls: [], model: null, firstDeltaMs: null, durationMs: null, responses: [] }
  return { promptId, prompt, answerIds: answer, ...none }
}

const grid = (columns: readonly (readonly string[])[]) =>
  alignTurns(columns.map((prompts) => prompts.map((prompt, index) => turn(prompt, index)))).map(({ prompt, turns }) => [
    prompt,
    ...turns.map((each) => each?.promptId ?? null),
  ])

it('puts what was asked of all in one row, and what was asked of some in a row of its own', () => {
  expect(
    grid([
      ['Compare', 'Shorter'],
      ['Compare', 'Why?', 'Shorter'],
      ['Compare', 'Shorter', 'Thanks'],
    ]),
  ).toEqual([
    ['Compare', 0, 0, 0],
    ['Why?', null, 1, null],
    ['Shorter', 1, 2, 1],
    ['Thanks', null, null, 2],
  ])
})

it('aligns agents that have nothing in common', () => {
  expect(grid([['A'], ['B'], []])).toEqual([
    ['A', 0, null, null],
    ['B', null, 0, null],
  ])
})

it('offers only those rows for a difference that both have answered', () => {
  const rows = alignTurns([
    [turn('One'), turn('Two')],
    [turn('One'), turn('Two', 3, [])],
  ])
  expect(answeredByAll(rows, [0, 1]).map(({ prompt }) => prompt)).toEqual(['One'])
})
