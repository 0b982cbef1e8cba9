import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { withIdentities } from '../../../src/main/core/agents/agent-identity.ts'
import { assembleTranscript, type TranscriptInput } from '../../../src/main/core/transcript/assemble-transcript.ts'
import { GrowingTranscript } from '../../../src/main/core/transcript/growing-transcript.ts'
import type { TranscriptTarget } from '../../../src/main/core/transcript/transcript-target.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import { ContextReplay } from '../../../src/shared/context-replay.ts'
import { anyBlock, anyFiles, anyTarget, KNOWN_FILES } from './random-history.ts'
import {
  answer,
  call,
  called,
  file,
  interrupted,
  mail,
  type Part,
  result,
  resultWith,
  stamp,
  text,
  thought,
  user,
} from './transcript-history.ts'
import { untyped } from '../../support/untyped.ts'

const numRuns = Number(process.env['TRANSCRIPT_RUNS'] ?? 150)

/** One step of an agent's life. `late`: a call whose result comes after the next step; `again`: a result comes twice. */
const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('prompt' as const) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      type: fc.constant('tools' as const),
      by: anyTarget,
      calls: fc.integer({ min: 1, max: 3 }),
      extra: fc.array(
        anyBlock.filter((block) => block.type !== 'tool_call'),
        { maxLength: 2 },
      ),
      files: fc.option(anyFiles, { freq: 4 }),
      late: fc.boolean().chain((is) => (is ? fc.boolean() : fc.constant(false))),
    }),
  },
  { weight: 4, arbitrary: anyTarget.map((by) => ({ type: 'answer' as const, by })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ type: 'again' as const }, { type: 'mail' as const }, { type: 'cut' as const }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ type: 'clear' as const }, { type: 'undo' as const }, { type: 'fork' as const }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constantFrom('rewind' as const, 'summary' as const, 'redact' as const),
      back: fc.nat({ max: 12 }),
    }),
  },
  { weight: 2, arbitrary: anyTarget.map((target) => ({ type: 'model' as const, target })) },
)
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never

/** An agent with its context and the transcripts of it, as the engine keeps them. */
class Agent {
  context = new ContextReplay()
  growing = new GrowingTranscript()
  depth = 0
  #log: AgentEvent[] = []
  #calls = 0
  #late: Part[] = []

  record(part: Part | { readonly kind: string; readonly content: null; readonly data: unknown }): void {
    const row = {
      id: this.#log.length + 1,
      agentId: `agent ${this.depth}`,
      turnId: 'turn',
      sessionId: 1,
      createdAt: '',
    }
    const event = untyped<AgentEvent>({ ...row, ...part })
    this.#log.push(event)
    this.context.apply(event)
  }

  take(step: Step): void {
    switch (step.type) {
      case 'prompt':
        return this.record(user(`prompt ${this.#log.length}`))
      case 'answer':
        return this.record(answer(thought('hm', step.by), text(`answer ${this.#log.length}`)))
      case 'tools':
        return this.#useTools(step)
      case 'again':
        return this.record(result(`call ${this.#calls}`, 'another output'))
      case 'mail':
        return this.record(mail('mail'))
      case 'cut':
        return this.record(interrupted(text('words')))
      case 'clear':
        return this.record({ kind: 'clear', content: null, data: null })
      case 'undo':
        return this.record({
          kind: 'rewind',
          content: null,
          data: { target_id: 0, undoes: this.context.lastEdit?.id ?? 0 },
        })
      case 'rewind':
        return this.record({ kind: 'rewind', content: null, data: { target_id: this.#earlier(step.back) } })
      case 'summary': {
        const range = { from_id: this.#earlier(step.back), to_id: this.#log.length, messages: 1 }
        return this.record({ kind: 'summary', content: null, data: range })
      }
      case 'fork':
        return this.#fork()
      case 'redact':
        return this.#redact(this.#earlier(step.back))
      case 'model':
    }
  }

  #earlier(back: number): number {
    return Math.max(1, this.#log.length - back)
  }

  #useTools({ by, calls, extra, files, late }: Extract<Step, { type: 'tools' }>): void {
    const ids = Array.from({ length: calls }, () => `call ${(this.#calls += 1)}`)
    this.record(answer(thought('hm', by), ...extra, ...ids.map((id) => ({ ...call(id), ...stamp(by) }))))
    for (const id of ids) this.record(called(id))
    const results = ids.map((id, index) =>
      files === null || index > 0 ? result(id, `output of ${id}`) : resultWith(id, 'output', ...files),
    )
    const now = late ? results.slice(1) : results
    for (const part of [...now, ...this.#late]) this.record(part)
    this.#late = late ? results.slice(0, 1) : []
  }

  /** A fork has another context and a note where its own part begins. */
  #fork(): void {
    this.context = new ContextReplay(this.context.base())
    this.growing = new GrowingTranscript()
    this.depth += 1
  }

  /** The content of an event is replaced, and contexts are read again from the log. */
  #redact(id: number): void {
    this.#log = this.#log.map((event) =>
      event.id === id && event.kind === 'user' ? { ...event, content: 'removed' } : event,
    )
    this.context = new ContextReplay()
    for (const event of this.#log) this.context.apply(event)
  }
}

describe('the transcripts of a context that the engine keeps', () => {
  it('are those that are assembled whole, after every step', () => {
    fc.assert(
      fc.property(anyTarget, fc.array(anyStep, { minLength: 1, maxLength: 25 }), (first, steps) => {
        const agent = new Agent()
        let target: TranscriptTarget = first
        for (const step of steps) {
          if (step.type === 'model') ({ target } = step)
          agent.take(step)
          const input = inputOf(agent, target)
          const grown = agent.growing.assemble(input)
          const whole = assembleTranscript(input)
          expect(grown.request).toEqual(whole.request)
          expect(sorted(grown.report)).toEqual(sorted(whole.report))
        }
      }),
      { numRuns },
    )
  })

  it('render only the newest calls of a long turn', () => {
    const agent = new Agent()
    const by = { provider: 'anthropic', model: 'claude-opus-4-6', endpoint: 'messages', thinkingLevel: 'med' } as const
    const picture = [file('image', 'a.png', { width: 100, height: 100 })]
    agent.take({ type: 'prompt' })
    const step = (files: typeof picture | null) =>
      agent.take({ type: 'tools', by, calls: 2, extra: [], files, late: false })
    for (let count = 0; count < 20; count += 1) step(count % 2 === 0 ? picture : null)
    const before = agent.growing.assemble(inputOf(agent, by)).request.messages
    step(null)
    const after = agent.growing.assemble(inputOf(agent, by)).request.messages
    const kept = before.filter((message, index) => message === after[index])
    expect(before).toHaveLength(41)
    expect(kept).toHaveLength(39)
  })

  it('are kept after a late result', () => {
    const agent = new Agent()
    const by = { provider: 'mistral', model: 'mistral-large-4', endpoint: 'chat', thinkingLevel: 'med' } as const
    agent.take({ type: 'prompt' })
    const step = (late: boolean) => agent.take({ type: 'tools', by, calls: 1, extra: [], files: null, late })
    for (const late of [true, false, false, false]) step(late)
    const before = agent.growing.assemble(inputOf(agent, by)).request.messages
    step(false)
    const after = agent.growing.assemble(inputOf(agent, by)).request.messages
    expect(before.filter((message, index) => message === after[index])).toHaveLength(before.length - 2)
  })
})

function inputOf({ context, depth }: Agent, target: TranscriptTarget): TranscriptInput {
  const identities = Array.from({ length: depth + 1 }, (_, at) => ({
    agentId: `agent ${at}`,
    text: `about agent ${at}`,
  }))
  return {
    context: withIdentities(context.items, identities),
    target,
    files: KNOWN_FILES,
    system: ['system'],
    tools: [],
    prefixChangedAt: context.prefixChangedAt,
  }
}

/** The parts of a report are in no particular order. */
function sorted(report: object): object {
  return Object.values(report).map((parts: object[]) =>
    parts.map((part) => JSON.stringify(part)).toSorted((a, b) => (a < b ? -1 : 1)),
  )
}
