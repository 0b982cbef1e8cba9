import { assembleTranscript } from '../../src/main/core/transcript/assemble-transcript.ts'
import { GrowingTranscript } from '../../src/main/core/transcript/growing-transcript.ts'
import { checkTranscript } from '../../src/main/core/transcript/check-transcript.ts'
import type { TranscriptTarget } from '../../src/main/core/transcript/transcript-target.ts'
import type { AgentEvent } from '../../src/shared/agent-event.ts'
import {
  answer,
  called,
  history,
  type Part,
  result,
  TARGETS,
  text,
  thought,
  user,
} from '../core/transcript/transcript-history.ts'
import { type BenchRow, median, timed } from './bench-result.ts'

const LENGTHS = [100, 1_000, 10_000]
const ROUNDS = 15
const PARTS_PER_TURN = 7

/** A tool turn with two calls, over and over, until so many messages would be sent. */
function conversation(messages: number): readonly AgentEvent[] {
  const parts: Part[] = []
  for (let turn = 0; parts.length < (messages * PARTS_PER_TURN) / 4; turn += 1) {
    const ids = [`call_${turn}_a`, `call_${turn}_b`]
    const calls = ids.map((id) => ({ type: 'tool_call' as const, id, name: 'read', arguments: { path: id } }))
    parts.push(user(`Prompt ${turn}`), answer(thought('Hm.', TARGETS.anthropic), ...calls))
    parts.push(
      ...ids.map((id) => called(id, 'read', { path: id })),
      ...ids.map((id) => result(id, 'output '.repeat(20))),
    )
    parts.push(answer(text(`Answer ${turn}`)))
  }
  return history(...parts)
}

/** Assembly with its check, and the check alone: ms for a conversation, and beside the shortest one per message. */
export async function benchTranscripts(): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = []
  for (const target of [TARGETS.anthropic, TARGETS.mistral] satisfies TranscriptTarget[]) {
    // The compiler is at its best when it has seen the longest one.
    assembleTranscript({ context: conversation(10_000), target, system: [], tools: [], maxOutputTokens: 4096 })
    let perMessageAtFirst: number | undefined
    for (const length of LENGTHS) {
      const context = conversation(length)
      const input = { context, target, system: [], tools: [], maxOutputTokens: 4096 }
      const { request } = assembleTranscript(input)
      const whole: number[] = []
      const check: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        whole.push(await timed(async () => assembleTranscript(input)))
        check.push(await timed(async () => checkTranscript(request, target)))
      }
      const count = request.messages.length
      const perMessage = median(whole) / count
      perMessageAtFirst ??= perMessage
      const what = `${target.provider}, ${count.toLocaleString('en-US')} messages`
      const ratio = perMessage / perMessageAtFirst
      rows.push({
        what: `${what}: assembled and checked`,
        value: median(whole),
        unit: 'ms',
        ratio,
        comparedWith: 'per message of the first',
      })
      rows.push({ what: `${what}: checked`, value: median(check), unit: 'ms' })
      rows.push({ what: `${what}: one more turn`, value: await oneMore(input), unit: 'ms', goal: { under: 1 } })
    }
  }
  return rows
}

/** ms for the next transcript of a context that has grown by a turn. */
async function oneMore(input: Parameters<typeof assembleTranscript>[0]): Promise<number> {
  const growing = new GrowingTranscript()
  const times: number[] = []
  for (let round = ROUNDS; round >= 0; round -= 1) {
    const context = input.context.slice(0, input.context.length - round * PARTS_PER_TURN)
    const time = await timed(async () => growing.assemble({ ...input, context }))
    if (round < ROUNDS) times.push(time)
  }
  return median(times)
}
