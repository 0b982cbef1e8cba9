import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { nearestCall, isSameCall } from '../../../src/main/core/reruns/play-calls.ts'
import { Player } from '../../../src/main/core/reruns/player.ts'
import { callsOf, type RecordedTurn, rerunSteps } from '../../../src/main/core/reruns/recorded-turns.ts'
import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'
import type { ToolCallBlock } from '../../../src/shared/content.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import type { DifferenceChoice, RerunData } from '../../../src/shared/rerun.ts'

interface Call {
  readonly name: string
  readonly values: JsonObject
}
/** The answers of each turn, each with its calls. */
type Script = readonly (readonly (readonly Call[])[])[]

const RUNS = { numRuns: Number(process.env['IKIGAI_RERUNS'] ?? 100) }
const NEVER = new AbortController().signal

/** Returns the log of a run: for each turn the prompt, its answers with the results of their calls, a last answer. */
function log(script: Script): readonly AgentEvent[] {
  const events: AgentEvent[] = []
  let calls = 0
  const add = (event: NewEvent): void => {
    events.push({ ...event, id: events.length + 1, sessionId: 1, createdAt: '2026-01-01T00:00:00.000Z' })
  }
  script.forEach((answers, turn) => {
    const base = { agentId: 'agent', turnId: `turn ${turn}` }
    add({ ...base, kind: 'user', content: `prompt ${turn}`, data: null })
    for (const answer of answers) {
      const blocks = answer.map((made) => block(made, `call_${calls++}`))
      add({ ...base, kind: 'assistant', content: '', data: { blocks } })
      for (const { id, name } of blocks) {
        add({ ...base, kind: 'tool_result', content: `result of ${id}`, data: { tool_call_id: id, name } })
      }
    }
    add({ ...base, kind: 'assistant', content: 'done', data: { blocks: [{ type: 'text', text: 'done' }] } })
  })
  return events
}

function block({ name, values }: Call, id: string): ToolCallBlock {
  return { type: 'tool_call', id, name, arguments: values }
}

function turnsOf(events: readonly AgentEvent[]): readonly RecordedTurn[] {
  return rerunSteps(events).flatMap((step) => (step.type === 'turn' ? [step.turn] : []))
}

const call = (name: string, values: JsonObject = {}): Call => ({ name, values })

const anyCall: fc.Arbitrary<Call> = fc.record({
  name: fc.constantFrom('read', 'write', 'bash'),
  values: fc.dictionary(fc.constantFrom('path', 'text', 'line'), fc.oneof(fc.string(), fc.integer(), fc.boolean())),
})
const anyScript: fc.Arbitrary<Script> = fc.array(
  fc.array(fc.array(anyCall, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
  { minLength: 1, maxLength: 4 },
)
/** A script with at least one call, and the number of one of its calls. */
const anyPlace = anyScript
  .filter((script) => script.flat(2).length > 0)
  .chain((script) => fc.tuple(fc.constant(script), fc.nat(script.flat(2).length - 1)))

interface Played {
  /** Results in the order of the calls. */
  readonly results: readonly (string | null)[]
  readonly steps: readonly RerunData[]
  readonly asked: number
}

/** Plays the calls of a script against a recorded run. */
async function play(recorded: readonly AgentEvent[], again: Script, choice: DifferenceChoice = 'end'): Promise<Played> {
  const steps: RerunData[] = []
  const results: (string | null)[] = []
  let asked = 0
  const decide = async (): Promise<DifferenceChoice> => {
    asked += 1
    return choice
  }
  const record = async (data: RerunData): Promise<void> => void steps.push(data)
  const player = new Player({ decide, record, again: async (event) => event })
  for (const [index, turn] of turnsOf(recorded).entries()) {
    player.begin(turn)
    for (const answer of again[index] ?? []) {
      const newId = player.callIds(() => 'new')
      for (const made of answer) {
        const next = await player.next(block(made, newId()), NEVER)
        results.push(next.type === 'result' ? next.result.content : null)
        if (next.type === 'end') return { results, steps, asked }
      }
    }
    for await (const act of player.end()) throw new Error(`The script has no ${act.kind}`)
  }
  return { results, steps, asked }
}

/** Returns the script with the call of that number replaced by others, or by none. */
function planted(script: Script, place: number, change: (call: Call) => readonly Call[]): Script {
  let number = 0
  return script.map((answers) => answers.map((calls) => calls.flatMap((c) => (number++ === place ? change(c) : [c]))))
}

describe('playing a run', () => {
  it('gives every call its own result, however answers divide the calls and order their keys, and asks nothing', async () => {
    await fc.assert(
      fc.asyncProperty(anyScript, async (script) => {
        const divided = script.map((answers) =>
          answers.flat().map(({ name, values }) => [{ name, values: reversed(values) }]),
        )
        const { results, steps, asked } = await play(log(script), divided)
        expect(results).toEqual(script.flat(2).map((_, index) => `result of call_${index}`))
        expect([steps, asked]).toEqual([[], 0])
      }),
      RUNS,
    )
  })

  it('finds a planted difference at the event of the call that another one replaced, and nothing before it', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlace, async ([script, place]) => {
        const original = log(script)
        const other = ({ name, values }: Call) => [call(name, { ...values, other: true })]
        const { results, steps } = await play(original, planted(script, place, other))
        const event = original.find((each) => callsOf(each).some(({ id }) => id === `call_${place}`))
        expect(steps).toEqual([
          { step: 'diverged', type: 'other_call', event: event?.id, recorded: `call_${place}`, made: `call_${place}` },
          { step: 'decided', choice: 'end', made: `call_${place}`, played: null },
        ])
        expect(results).toEqual([...Array.from({ length: place }, (_, at) => `result of call_${at}`), null])
      }),
      RUNS,
    )
  })

  it('goes on after the nearest result, and plays the later calls as recorded', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlace, async ([script, place]) => {
        const other = ({ name, values }: Call) => [call(name, { ...values, other: true })]
        const changed = planted(script, place, other)
        const { results, asked } = await play(log(script), changed, 'nearest')
        expect(results).toHaveLength(script.flat(2).length)
        expect(results.every((result) => result?.startsWith('result of call_'))).toBe(true)
        expect(new Set(results).size).toBe(results.length)
        expect(asked).toBeGreaterThan(0)
      }),
      RUNS,
    )
  })

  it('finds a turn that ends before its recorded calls were made, and asks nothing about it', async () => {
    const original = log([[[call('read'), call('write')]], [[call('read')]]])
    const { steps, asked, results } = await play(original, [[[call('read')]], [[call('read')]]])
    expect(steps).toEqual([{ step: 'diverged', type: 'missing_call', event: 2, recorded: 'call_1', made: null }])
    expect([asked, results]).toEqual([0, ['result of call_0', 'result of call_2']])
  })

  it('finds one more call at the end of its turn, and not in the turn after it', async () => {
    const original = log([[[call('read')]], [[call('read')]]])
    const { steps } = await play(original, [[[call('read')], [call('read')]], [[call('read')]]])
    expect(steps[0]).toEqual({ step: 'diverged', type: 'extra_call', event: 4, recorded: null, made: 'new' })
  })

  it('runs every call after the one from which on calls run', async () => {
    const original = log([[[call('read'), call('write'), call('read')]], [[call('read')]]])
    const { results, asked } = await play(
      original,
      [[[call('read'), call('bash'), call('read')]], [[call('read')]]],
      'run',
    )
    expect([results, asked]).toEqual([['result of call_0', null, null, null], 1])
  })

  it('has no result for a call that was interrupted, and plays the first of several results', async () => {
    const events = log([[[call('read')]]])
    const result = events.find(({ kind }) => kind === 'tool_result')
    if (result === undefined) throw new Error('the log has no result')
    const without = events.filter((event) => event !== result)
    expect((await play(without, [[[call('read')]]])).steps[0]).toMatchObject({ type: 'no_result', event: 2 })
    const twice = [...events, { ...result, id: 99, content: 'late' }]
    expect((await play(twice, [[[call('read')]]])).results).toEqual(['result of call_0'])
  })
})

describe('the same call', () => {
  it('compares numbers that JavaScript cannot represent as the model wrote them', () => {
    const exact = (text: string): ToolCallBlock => ({
      ...block(call('read', { id: 2 ** 53 }), text),
      arguments_text: text,
    })
    expect(isSameCall(exact('{"id":9007199254740992}'), exact('{"id":9007199254740993}'))).toBe(false)
  })
})

describe('the nearest call', () => {
  const calls = [
    call('read', { path: 'a', line: 1 }),
    call('read', { path: 'b', line: 1 }),
    call('write', { path: 'c' }),
  ]
  const left = turnsOf(log([[calls]]))[0]?.calls ?? []
  const nearest = (made: Call, from = 0): JsonObject | undefined =>
    nearestCall(left.slice(from), block(made, 'new'))?.call.arguments

  it('is of the same tool, has the most equal arguments, and is the first of equals', () => {
    expect(nearest(call('read', { path: 'b', line: 2 }))).toEqual({ path: 'b', line: 1 })
    expect(nearest(call('read', { path: 'z', line: 1 }))).toEqual({ path: 'a', line: 1 })
  })

  it('is none of those already played, and none of another tool', () => {
    expect(nearest(call('read', { path: 'a', line: 1 }), 1)).toEqual({ path: 'b', line: 1 })
    expect(nearest(call('bash', { path: 'c' }))).toBeUndefined()
  })
})

function reversed(values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).toReversed())
}
