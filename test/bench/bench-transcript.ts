import { assembleTranscript } from '../../src/main/core/transcript/assemble-transcript.ts'
import { checkTranscript } from '../../src/main/core/transcript/check-transcript.ts'
import type { TranscriptTarget } from '../../src/main/core/transcript/transcript-target.ts'
import { TARGETS } from '../core/transcript/transcript-history.ts'
import { longConversation } from './bench-conversation.ts'
import { type BenchRow, median, timed } from './bench-result.ts'

const LENGTHS = [100, 1_000, 10_000]
const ROUNDS = 15

/** Assembly with its check, and the check alone: ms for a conversation, and beside the shortest one per message. */
export async function benchTranscripts(): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = []
  for (const target of [TARGETS.anthropic, TARGETS.mistral] satisfies TranscriptTarget[]) {
    // The compiler is at its best when it has seen the longest one.
    assembleTranscript({
      context: [...longConversation(10_000)].flat(),
      target,
      system: [],
      tools: [],
    })
    let perMessageAtFirst: number | undefined
    for (const length of LENGTHS) {
      const context = [...longConversation(length)].flat()
      const input = { context, target, system: [], tools: [] }
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
    }
  }
  return rows
}
