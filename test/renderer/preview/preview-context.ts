import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type { ModelChoice } from '../../../src/shared/agent-summary.ts'
import type { ContextLedger } from '../../../src/shared/context-ledger.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import { parseModelSpec } from '../../../src/shared/model-spec.ts'
import type { TranscriptView } from '../../../src/shared/transcript-view.ts'

/** A ledger of everything that was said, as if nothing had ever left the context. */
export function previewLedger(agentId: AgentId, events: readonly AgentEvent[]): ContextLedger {
  const segments = events.flatMap((event) => {
    if (!['user', 'assistant', 'tool_result', 'interrupted', 'mail'].includes(event.kind)) return []
    return [{ event, tokens: event.kind === 'assistant' ? (event.data.output_tokens ?? null) : null }]
  })
  const marks = events.flatMap((event) =>
    event.kind === 'mark' && event.agentId === agentId ? [{ name: event.data.name, eventId: event.id }] : [],
  )
  return { agentId, system: { eventId: 1, content: 'You are a careful engineer.' }, marks, segments, lastEdit: null }
}

const NO_CHOICE: ModelChoice = { provider: 'anthropic', model: 'claude-sonnet-5-5', thinkingLevel: 'med' }

/** A request in the manner of the provider, with a report that has something of everything. */
export function previewTranscript(
  events: readonly AgentEvent[],
  model: string | undefined,
  own: ModelChoice | null,
): TranscriptView {
  const spec = model === undefined ? null : parseModelSpec(model)
  const choice = spec?.ok === true ? spec.choice : (own ?? NO_CHOICE)
  const messages = events.flatMap((event) => {
    if (event.kind !== 'user' && event.kind !== 'assistant') return []
    return [{ role: event.kind, content: [{ type: 'text', text: event.content ?? '' }] }]
  })
  const answered = events.find((event) => event.kind === 'assistant')?.id ?? 1
  const last = events.at(-1)?.id ?? 1
  return {
    choice,
    endpoint: choice.provider === 'anthropic' ? 'messages' : 'responses',
    body: { model: choice.model, max_tokens: 8192, messages },
    report: {
      dropped: [{ eventId: answered, part: 'foreign_thinking' }],
      synthesised: [{ eventId: last, part: 'continue_notice' }],
      renamed: [
        { eventId: answered, what: 'id', from: 'toolu_01A09q90qw90lq917835lq9', to: 'call_8sD3kLm2Pq7Xw1Zr5Tn0Vb4Y' },
      ],
      violations: [],
      files: [],
    },
    tools: {
      sent: ['ask', 'bash', 'call_tool', 'file_edit', 'file_read', 'file_write', 'find_tools', 'glob', 'grep', 'slash'],
      findable: Array.from({ length: 2_000 }, (_, index) => `server_${index % 50}__tool_${index}`),
    },
  }
}
