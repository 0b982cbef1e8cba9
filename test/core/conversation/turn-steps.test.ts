import { describe, expect, it } from 'vitest'

import { type ModelResponse, responseKey } from '../../../src/main/core/conversation/model-response.ts'
import {
  afterRecording,
  afterResponse,
  afterTools,
  firstStep,
  type RoundEnd,
  type RequestState,
  type ResponseFacts,
  type ToolsStep,
} from '../../../src/main/core/conversation/turn-steps.ts'
import { NO_ROUNDS } from '../../../src/main/core/conversation/repeated-rounds.ts'
import { EMPTY_ANSWER, NO_PROGRESS } from '../../../src/shared/answer-end.ts'
import type { AppError } from '../../../src/shared/app-error.ts'
import type { ToolCallBlock } from '../../../src/shared/content.ts'
import type { FinishReason } from '../../../src/shared/usage.ts'

const FIRST: RequestState = {
  toolRounds: 0,
  continuesPause: false,
  pausedEnd: null,
  seenResponses: new Set(),
  cutCalls: 0,
  isCorrected: false,
  isAskedAgain: false,
  rounds: NO_ROUNDS,
}
const TIMING = { firstDeltaMs: null, durationMs: 1, thinkingMs: null }
const BUSY: AppError = { category: 'OVERLOADED', message: 'Busy.', retryable: true }
const TEXT = { type: 'text_delta', blockIndex: 0, text: 'Hi' } as const

function done(finishReason: FinishReason = 'STOP', paused = false) {
  return { type: 'done', finishReason, usage: null, model: 'm', ...(paused && { paused }) } as const
}

function answered(responseId: string, end: ReturnType<typeof done> = done()): ModelResponse {
  return { ...TIMING, type: 'answered', done: end, events: [{ type: 'start', model: 'm', responseId }, TEXT] }
}

const keyOf = (responseId: string): string => responseKey(answered(responseId).events) ?? ''

function call(name: string): ToolCallBlock {
  return { type: 'tool_call', id: `call_${name}`, name, arguments: { path: 'a' }, provider: 'anthropic', model: 'm' }
}

function facts(changes: Partial<ResponseFacts> = {}): ResponseFacts {
  const common = { saysSomething: true, canAskAgain: true }
  return {
    ...common,
    calls: [],
    availableTools: new Set(['read']),
    maxOutputTokens: 4_096,
    ...changes,
  }
}

const roundEnd = (changes: Partial<RoundEnd> = {}): RoundEnd => ({
  isStopped: false,
  results: [],
  maxToolRounds: 2,
  ...changes,
})

describe('a turn', () => {
  it('begins with a request', () => {
    expect(firstStep()).toEqual({ type: 'request', state: FIRST })
  })

  it('is completed by an answer without calls', () => {
    expect(afterResponse(FIRST, answered('r1'), facts())).toEqual({
      record: { continues: false, end: done() },
      next: { type: 'end', result: { outcome: 'completed', error: null } },
    })
  })

  it('continues with the calls of an answer, and then with another request', () => {
    const calls = [call('read')]
    const state = { ...FIRST, toolRounds: 1 }
    const next = { type: 'tools', state, calls, cut: null, maxOutputTokens: 4_096 } as const
    expect(afterResponse(FIRST, answered('r1'), facts({ calls }))).toEqual({
      record: { continues: true, end: done() },
      next,
    })
    expect(afterTools(next, roundEnd())).toMatchObject({
      type: 'request',
      state: { ...state, rounds: expect.anything() },
    })
  })
})

describe('the limit of tool rounds', () => {
  const stepOf = (toolRounds: number): ToolsStep => ({
    type: 'tools',
    state: { ...FIRST, toolRounds },
    calls: [call('read')],
    cut: null,
    maxOutputTokens: 4_096,
  })
  const after = (toolRounds: number, changes: Partial<RoundEnd> = {}) => {
    const next = afterTools(stepOf(toolRounds), roundEnd(changes))
    return next.type === 'fail' ? next.error.category : next.type
  }

  it.each([
    [1, 2, 'request'],
    [2, 2, 'TOOL_ROUNDS'],
    [3, 2, 'TOOL_ROUNDS'],
    [1, 1, 'TOOL_ROUNDS'],
    [49, 50, 'request'],
    [50, 50, 'TOOL_ROUNDS'],
    [50, 51, 'request'],
    [120, Number.POSITIVE_INFINITY, 'request'],
    [100_000, Number.POSITIVE_INFINITY, 'request'],
    [500, 120, 'TOOL_ROUNDS'],
  ])('after round %i of at most %i the turn goes on with: %s', (rounds, maxToolRounds, expected) => {
    expect(after(rounds, { maxToolRounds })).toBe(expected)
  })

  it('does not pause a turn that was stopped', () => {
    expect(after(2, { isStopped: true })).toBe('cancel')
  })
})

describe('a response without progress', () => {
  it('is remembered when it calls nothing but unknown tools, and not when one of its tools is known', () => {
    const seenAfter = (calls: readonly ToolCallBlock[]) => {
      const { next } = afterResponse(FIRST, answered('r1'), facts({ calls }))
      return next.type === 'tools' ? [...next.state.seenResponses] : []
    }
    expect(seenAfter([call('nope')])).toEqual([keyOf('r1')])
    expect(seenAfter([call('nope'), call('read')])).toEqual([])
  })

  it('that is repeated fails the turn: it is no answer', () => {
    const repeated: ModelResponse = { ...TIMING, type: 'repeated', events: [] }
    const state = { ...FIRST, toolRounds: 1, seenResponses: new Set([keyOf('r1')]) }
    expect(afterResponse(state, repeated, facts())).toEqual({
      record: { continues: true, end: null },
      next: { type: 'fail', error: NO_PROGRESS, nothingShown: false },
    })
  })
})

describe('a pause', () => {
  const end = done('STOP', true)

  it('is continued, and its end is not published yet', () => {
    const state = { ...FIRST, continuesPause: true, pausedEnd: end, seenResponses: new Set([keyOf('r1')]) }
    expect(afterResponse(FIRST, answered('r1', end), facts())).toEqual({
      record: { continues: true, end: null },
      next: { type: 'request', state },
    })
  })

  it('that is followed by the same response ends with the end that was held back', () => {
    const state = { ...FIRST, continuesPause: true, pausedEnd: end, seenResponses: new Set([keyOf('r1')]) }
    const repeated: ModelResponse = { ...TIMING, type: 'repeated', events: [] }
    expect(afterResponse(state, repeated, facts()).record).toEqual({ continues: true, end })
  })

  it('is an end after twenty of them', () => {
    const seenResponses = new Set(Array.from({ length: 20 }, (_, index) => `r${index}`))
    const after = (seen: ReadonlySet<string>) =>
      afterResponse({ ...FIRST, continuesPause: true, seenResponses: seen }, answered('next', end), facts()).next.type
    expect([after(new Set([...seenResponses].slice(1))), after(seenResponses)]).toEqual(['request', 'fail'])
  })
})

describe('an end without calls', () => {
  const empty = { saysSomething: false }
  const errorAfter = (reason: FinishReason, changes: Partial<ResponseFacts> = {}, state = FIRST) => {
    const { next } = afterResponse(state, answered('r1', done(reason)), facts(changes))
    if (next.type === 'fail') return next.error.category
    return next.type === 'end' ? next.result.outcome : next.type
  }

  it.each([
    ['STOP', 'completed'],
    ['TOOL_USE', 'INCOMPLETE'],
    ['LENGTH', 'INCOMPLETE'],
    ['CONTENT_FILTER', 'CONTENT_FILTER'],
    ['ERROR', 'SERVER'],
    ['UNKNOWN', 'INCOMPLETE'],
  ] as const)('%s with a text: %s', (reason, expected) => {
    expect(errorAfter(reason)).toBe(expected)
  })

  it.each([
    ['STOP', 'request'],
    ['TOOL_USE', 'request'],
    ['UNKNOWN', 'request'],
    ['LENGTH', 'INCOMPLETE'],
    ['CONTENT_FILTER', 'CONTENT_FILTER'],
    ['ERROR', 'SERVER'],
  ] as const)('%s without a text: %s', (reason, expected) => {
    expect(errorAfter(reason, empty)).toBe(expected)
  })

  it('is asked for once more when it is empty, and then fails the turn', () => {
    const { next } = afterResponse(FIRST, answered('r1'), facts(empty))
    const state = {
      ...FIRST,
      isAskedAgain: true,
      seenResponses: next.type === 'request' ? next.state.seenResponses : new Set<string>(),
    }
    expect(next).toEqual({ type: 'request', state })
    expect(afterResponse(state, answered('r2'), facts(empty)).next).toMatchObject({ type: 'fail', error: EMPTY_ANSWER })
    expect(errorAfter('STOP', {}, state)).toBe('completed')
  })

  it('may be empty again after a call', () => {
    const { next } = afterResponse({ ...FIRST, isAskedAgain: true }, answered('r1'), facts({ calls: [call('read')] }))
    expect(next).toMatchObject({ type: 'tools', state: { isAskedAgain: false } })
  })

  it('of an outside agent is not asked for again', () => {
    const { next } = afterResponse(FIRST, answered('r1'), facts({ ...empty, canAskAgain: false }))
    expect(next).toMatchObject({ type: 'fail', error: EMPTY_ANSWER })
  })
})

describe('a failure', () => {
  const failed = (events: ModelResponse['events']): ModelResponse => ({
    ...TIMING,
    type: 'failed',
    error: BUSY,
    events,
  })
  const nothingShown = (state: RequestState, events: ModelResponse['events']) => {
    const { next } = afterResponse(state, failed(events), facts())
    return next.type === 'end' ? next.result : next
  }

  it('lets another model answer only where nothing of the turn was shown', () => {
    const result = { outcome: 'failed', error: BUSY }
    expect(nothingShown(FIRST, [])).toEqual({ ...result, nothingShown: true })
    expect(nothingShown(FIRST, [TEXT])).toEqual({ ...result, nothingShown: false })
    expect(nothingShown({ ...FIRST, toolRounds: 1 }, [])).toEqual({ ...result, nothingShown: false })
    expect(nothingShown({ ...FIRST, continuesPause: true }, [])).toEqual({ ...result, nothingShown: false })
  })

  it('is published with its error', () => {
    const { record } = afterResponse(FIRST, failed([]), facts())
    expect(record).toEqual({ continues: false, end: { type: 'error', error: BUSY } })
  })
})

describe('a cancel', () => {
  it('during the request ends the turn as cancelled', () => {
    const cancelled: ModelResponse = { ...TIMING, type: 'cancelled', events: [TEXT] }
    expect(afterResponse(FIRST, cancelled, facts())).toEqual({
      record: { continues: false, end: null },
      next: { type: 'end', result: { outcome: 'cancelled', error: null } },
    })
  })

  it('during the calls is recorded behind their results', () => {
    const step: ToolsStep = {
      type: 'tools',
      state: { ...FIRST, toolRounds: 1 },
      calls: [call('read')],
      cut: null,
      maxOutputTokens: 4_096,
    }
    expect(afterTools(step, roundEnd({ isStopped: true }))).toEqual({ type: 'cancel' })
  })
})

describe('a response that is recorded', () => {
  const calls = [call('read')]
  const next = firstStep()

  it('leads to what was decided', () => {
    expect(afterRecording('recorded', next, calls)).toBe(next)
  })

  it('for an agent that was killed meanwhile runs none of its calls', () => {
    expect(afterRecording('refused', next, calls)).toEqual({ type: 'abandon', calls })
  })

  it('not at all ends the turn as failed', () => {
    expect(afterRecording('failed', next, calls)).toMatchObject({
      type: 'end',
      result: { outcome: 'failed', error: { category: 'STORAGE' } },
    })
  })
})

describe('calls that the output limit cut', () => {
  const cutCall: ToolCallBlock = { ...call('write'), arguments: {}, malformed_arguments: '{"path": "a' }
  const response: ModelResponse = {
    ...TIMING,
    type: 'answered',
    done: done('LENGTH'),
    events: [{ type: 'tool_call_start', blockIndex: 0, id: cutCall.id, name: 'write' }],
  }
  const stepAfter = (cutCalls: number): ToolsStep => {
    const { next } = afterResponse({ ...FIRST, cutCalls }, response, facts({ calls: [cutCall] }))
    if (next.type !== 'tools') throw new Error(next.type)
    return next
  }

  it('are reported to the model the first time', () => {
    const step = stepAfter(0)
    expect([step.cut?.callId, step.state.cutCalls]).toEqual([cutCall.id, 1])
    expect(step.cut?.message).toContain('4,096 output tokens')
    expect(afterTools(step, roundEnd()).type).toBe('request')
  })

  it('end the turn the second time', () => {
    expect(afterTools(stepAfter(1), roundEnd())).toMatchObject({
      type: 'fail',
      nothingShown: false,
      error: { message: expect.stringContaining('2 tool calls were cut by the output limit of 4,096 tokens') },
    })
  })
})
