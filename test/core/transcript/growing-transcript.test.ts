import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import {
  assembleTranscript,
  type AssembledTranscript,
  type TranscriptInput,
} from '../../../src/main/core/transcript/assemble-transcript.ts'
import { GrowingTranscript } from '../../../src/main/core/transcript/growing-transcript.ts'
import type { TranscriptTarget } from '../../../src/main/core/transcript/transcript-target.ts'
import { anyHistory, anyTarget, KNOWN_FILES, naturalHistory } from './random-history.ts'
import { answer, call, called, history, result, summary, TARGETS, text, thought, user } from './transcript-history.ts'

const numRuns = Number(process.env['TRANSCRIPT_RUNS'] ?? 300)

function inputOf(context: readonly AgentEvent[], target: TranscriptTarget, rest: Partial<TranscriptInput> = {}) {
  return { context, target, files: KNOWN_FILES, system: ['system'], tools: [], maxOutputTokens: 4096, ...rest }
}

/** The parts of a report are in no particular order. */
function comparable({ request, report }: AssembledTranscript): object {
  const { dropped, synthesised, renamed, violations, files, shortened = [] } = report
  return { request, parts: [dropped, synthesised, renamed, violations, files, shortened].map(inOrder) }
}

function inOrder(parts: readonly object[]): readonly string[] {
  return parts.map((part) => JSON.stringify(part)).toSorted((a, b) => (a < b ? -1 : 1))
}

/** Every beginning of the context, assembled as it grows, and whole. */
function beginnings(context: readonly AgentEvent[], target: TranscriptTarget) {
  const growing = new GrowingTranscript()
  const inputs = context.map((_, index) => inputOf(context.slice(0, index + 1), target))
  return {
    grown: inputs.map((input) => comparable(growing.assemble(input))),
    whole: inputs.map((input) => comparable(assembleTranscript(input))),
  }
}

describe('a transcript that grows is the one that is assembled whole', () => {
  it('for any history', () => {
    fc.assert(
      fc.property(anyHistory, anyTarget, (events, target) => {
        const { grown, whole } = beginnings(events, target)
        expect(grown).toEqual(whole)
      }),
      { numRuns },
    )
  })

  it('for histories as agents make them, several in a row', () => {
    fc.assert(
      fc.property(fc.array(naturalHistory, { maxLength: 3 }), anyTarget, (parts, target) => {
        const events = parts.flatMap((part) => part.events)
        const renumbered = events.map((event, index) => ({ ...event, id: index + 1 }))
        const { grown, whole } = beginnings(renumbered, target)
        expect(grown).toEqual(whole)
      }),
      { numRuns: Math.ceil(numRuns / 10) },
    )
  })

  it('after edits, with other models and other files', () => {
    const step = fc.record({
      target: anyTarget,
      length: fc.nat(),
      start: fc.nat({ max: 3 }),
      changedAt: fc.option(fc.nat({ max: 20 })),
      hasFiles: fc.boolean(),
    })
    fc.assert(
      fc.property(anyHistory, fc.array(step, { maxLength: 12 }), (events, steps) => {
        const growing = new GrowingTranscript()
        for (const { target, length, start, changedAt, hasFiles } of steps) {
          const context = events.slice(start, start + (length % (events.length + 1)))
          const files = hasFiles ? KNOWN_FILES : { texts: new Map<string, string>(), missing: new Set<string>() }
          const input = inputOf(context, target, { prefixChangedAt: changedAt, files })
          expect(comparable(growing.assemble(input))).toEqual(comparable(assembleTranscript(input)))
        }
      }),
      { numRuns },
    )
  })
})

it('thinking after a summary is stale, wherever the transcript is divided', () => {
  const target = { ...TARGETS.anthropic, model: 'claude-opus-5-5' }
  const turn = (name: string) => [user(name), answer(thought('hm', target), text(`answer to ${name}`))]
  const [first, ...others] = history(summary('earlier'), ...turn('a'), ...turn('b'), ...turn('c'))
  // The summary is recorded after what it precedes.
  const context = first === undefined ? [] : [{ ...first, id: 100 }, ...others]
  const { grown, whole } = beginnings(context, target)
  expect(JSON.stringify(whole.at(-1))).toContain('unbound_thinking')
  expect(grown).toEqual(whole)
})

describe('earlier messages', () => {
  const turn = (number: number) => [
    user(`Prompt ${number}`),
    answer(call(`call_${number}`, 'read')),
    called(`call_${number}`, 'read', {}),
    result(`call_${number}`, 'output'),
    answer(text(`Answer ${number}`)),
  ]

  it('are kept as they are, not rendered again', () => {
    const context = history(...Array.from({ length: 20 }, (_, number) => turn(number)).flat())
    const growing = new GrowingTranscript()
    const before = growing.assemble(inputOf(context.slice(0, 96), TARGETS.anthropic)).request.messages
    const after = growing.assemble(inputOf(context, TARGETS.anthropic)).request.messages
    const kept = before.filter((message, index) => message === after[index])
    expect(kept).toHaveLength(19 * 4)
  })

  it('are rendered again when a later event mentions one of their calls', () => {
    const late = history(...turn(0), user('Again'), result('call_0', 'late'), answer(text('So.')))
    const reused = history(...turn(0), ...turn(0), ...turn(0))
    for (const context of [late, reused]) {
      const growing = new GrowingTranscript()
      growing.assemble(inputOf(context.slice(0, 6), TARGETS.mistral))
      const input = inputOf(context, TARGETS.mistral)
      expect(growing.assemble(input).request).toEqual(assembleTranscript(input).request)
    }
  })
})
