import type { JsonObject } from '../../../../shared/json.ts'
import type { ProviderEvent } from '../../../core/ports/provider-ports.ts'
import { type AgentUpdate, contentOf } from './agent-messages.ts'
import { contentText, plain, type ReportedCall } from './reported-call.ts'

type Kind = 'text' | 'thinking' | 'tool_call'

interface OpenCall {
  readonly index: number
  readonly id: string
  readonly call: ReportedCall
}

/** Turns what an outside agent reports into the blocks of one answer. */
export class ResponseBlocks {
  #index = -1
  #kind: Kind | null = null
  #messageId: string | null = null
  readonly #calls: OpenCall[] = []
  /** Data of the first block of the answer; null: it was given out. */
  #mark: JsonObject | null

  constructor(mark: JsonObject) {
    this.#mark = mark
  }

  /** The events of an update that is a part of the answer; empty: it is none. */
  add(update: AgentUpdate): readonly ProviderEvent[] {
    if (update.sessionUpdate === 'plan') return this.#plan(update)
    const content = contentOf(update)
    if (content === null) return []
    const text = contentText(content)
    if (text === '') return []
    const messageId = typeof update['messageId'] === 'string' ? update['messageId'] : null
    if (update.sessionUpdate === 'agent_message_chunk') return this.#text('text', text, messageId)
    return update.sessionUpdate === 'agent_thought_chunk' ? this.#text('thinking', text, messageId) : []
  }

  begin(id: string, call: ReportedCall): readonly ProviderEvent[] {
    const opened = this.#open('tool_call')
    this.#calls.push({ index: this.#index, id, call })
    return [...opened, { type: 'tool_call_start', blockIndex: this.#index, id, name: call.name }]
  }

  /** The arguments of the calls, as far as they are known now. */
  endCalls(): readonly ProviderEvent[] {
    return this.#calls.flatMap(({ index, id, call }): readonly ProviderEvent[] => [
      { type: 'tool_call_delta', blockIndex: index, id, jsonFragment: JSON.stringify(call.input) },
      {
        type: 'block_data',
        blockIndex: index,
        blockType: 'tool_call',
        providerData: { reported: call.reported },
        providerId: call.state.toolCallId,
      },
      { type: 'tool_call_done', blockIndex: index, id },
    ])
  }

  #text(kind: 'text' | 'thinking', text: string, messageId: string | null): readonly ProviderEvent[] {
    const continues = this.#kind === kind && this.#messageId === messageId
    const opened = continues ? [] : this.#open(kind)
    this.#messageId = messageId
    return [...opened, { type: `${kind}_delta`, blockIndex: this.#index, text }]
  }

  /** A plan is shown as what the agent thinks: a list, as a whole each time. */
  #plan(update: AgentUpdate): readonly ProviderEvent[] {
    const opened = this.#open('thinking')
    const blockIndex = this.#index
    const reported = plain(update['entries'])
    this.#kind = null
    return [
      ...opened,
      { type: 'thinking_delta', blockIndex, text: planText(update) },
      {
        type: 'block_data',
        blockIndex,
        blockType: 'thinking',
        providerData: { plan: Array.isArray(reported) ? reported : [] },
      },
    ]
  }

  #open(kind: Kind): readonly ProviderEvent[] {
    this.#index += 1
    this.#kind = kind
    this.#messageId = null
    const mark = this.#mark
    if (mark === null) return []
    this.#mark = null
    return [{ type: 'block_data', blockIndex: this.#index, blockType: kind, providerData: mark }]
  }
}

function planText(update: AgentUpdate): string {
  const entries = Array.isArray(update['entries']) ? update['entries'] : []
  const lines = entries.map((entry: unknown) => {
    const { content, status } = isEntry(entry) ? entry : { content: '', status: '' }
    const box = status === 'completed' ? '[x]' : '[ ]'
    return `- ${box} ${content}${status === 'in_progress' ? ' (now)' : ''}`
  })
  return ['Plan:', ...lines].join('\n')
}

function isEntry(value: unknown): value is { readonly content: string; readonly status?: string } {
  return typeof value === 'object' && value !== null && 'content' in value && typeof value.content === 'string'
}
