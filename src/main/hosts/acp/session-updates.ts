import type { ContentChunk, SessionUpdate, ToolCallContent, ToolCallLocation } from '@agentclientprotocol/sdk/unstable'

import type { AgentEvent, AgentEventOf } from '../../../shared/agent-event.ts'
import { type AttachmentBlock, attachmentWords } from '../../../shared/attachment.ts'
import type { ContentBlock } from '../../../shared/content.ts'
import type { KindWith } from '../../../shared/event-facts.ts'
import { requestNotes } from '../../../shared/request-notes.ts'
import { SettledStream } from '../../../shared/settled-stream.ts'
import type { LiveEvent } from '../../../shared/stream-event.ts'
import { meantCall } from '../../../shared/tool-search.ts'
import { shownCall, textContent, toolKind } from './shown-call.ts'

/** Length of the end of a running tool's output that an editor is shown, UTF-16 units. */
const MAX_RUNNING_OUTPUT = 8_000

type Answer = AgentEventOf<'assistant' | 'interrupted'>

/**
 * Turns what happens to one agent into the updates of its session. Texts are sent as they are streamed; what another
 * engine streamed is sent when it is recorded. Pure, apart from what it has sent before.
 */
export class SessionUpdates {
  readonly #folder: string
  /** Numbers the messages, which have no id before they are recorded. */
  #message = 0
  /** Characters of the current message that were sent. */
  #sent = { text: 0, thinking: 0 }
  readonly #stream = new SettledStream()
  /** Calls that were announced and have no result, with their output so far. */
  readonly #open = new Map<string, string>()

  /** Results of the running turn, and what its calls changed in files: an update replaces all content of a call. */
  readonly #results = new Map<string, ToolCallContent[]>()
  readonly #changes = new Map<string, ToolCallContent[]>()

  /** `folder`: the agent's, absolute. */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** Returns the updates for a part of a stream. */
  live(event: LiveEvent): readonly SessionUpdate[] {
    return this.#stream.push(event).flatMap((settled) => this.#live(settled))
  }

  #live(event: LiveEvent): readonly SessionUpdate[] {
    switch (event.type) {
      case 'start':
        this.#nextMessage()
        return []
      case 'text_delta':
        this.#sent.text += event.text.length
        return this.#said('agent_message_chunk', event.text)
      case 'thinking_delta':
        this.#sent.thinking += event.text.length
        return this.#said('agent_thought_chunk', event.text)
      case 'tool_call_start':
        return this.#begin(event.id, event.name)
      case 'tool_output_delta':
        return this.#output(event.id, event.text)
      case 'turn_ended':
        return this.#endCalls()
      default:
        return []
    }
  }

  /** Returns the updates for an event of the log. */
  recorded(event: AgentEvent): readonly SessionUpdate[] {
    switch (event.kind) {
      case 'user':
        return this.#user(promptText(event.content ?? '', event.data?.attachments))
      case 'mail':
        return this.#user(`Mail from ${event.data.from}:\n\n${event.content ?? ''}`)
      case 'assistant':
      case 'interrupted':
        return [...this.#stream.settle().flatMap((settled) => this.#live(settled)), ...this.#answer(event)]
      case 'tool_call':
        return this.#meant({ ...event.data, id: event.data.tool_call_id })
      case 'tool_result':
        return this.#result(event)
      case 'error':
        return requestNotes(event).flatMap((note) => this.#note(note))
      case 'summary':
      case 'merge':
        return this.#note(event.content)
      default:
        // Whatever is said is shown: any other kind without a case here is a compile error.
        event.kind satisfies KindWith<'message', 'none'>
        return []
    }
  }

  /** Returns the updates for the changes of a call in files. */
  changed(toolCallId: string, diffs: ToolCallContent[], locations: ToolCallLocation[]): readonly SessionUpdate[] {
    if (diffs.length === 0) return []
    this.#changes.set(toolCallId, diffs)
    const content = [...(this.#results.get(toolCallId) ?? []), ...diffs]
    return [{ sessionUpdate: 'tool_call_update', toolCallId, content, locations }]
  }

  #nextMessage(): void {
    this.#message += 1
    this.#sent = { text: 0, thinking: 0 }
  }

  #said(sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk', text: string): readonly SessionUpdate[] {
    return text === '' ? [] : [{ sessionUpdate, ...this.#chunk(text) }]
  }

  #chunk(text: string): ContentChunk {
    return { content: { type: 'text', text }, messageId: `message-${this.#message}` }
  }

  #user(text: string): readonly SessionUpdate[] {
    this.#nextMessage()
    return text === '' ? [] : [{ sessionUpdate: 'user_message_chunk', ...this.#chunk(text) }]
  }

  /** A text that no stream has announced. */
  #note(text: string | null): readonly SessionUpdate[] {
    this.#nextMessage()
    return this.#said('agent_message_chunk', text ?? '')
  }

  #answer(event: Answer): readonly SessionUpdate[] {
    const blocks = event.data.blocks ?? [{ type: 'text' as const, text: event.content ?? '' }]
    const thinking = joined(blocks, 'thinking').slice(this.#sent.thinking)
    const text = joined(blocks, 'text').slice(this.#sent.text)
    const updates = [...this.#said('agent_thought_chunk', thinking), ...this.#said('agent_message_chunk', text)]
    for (const block of blocks) {
      // Calls of an interrupted answer never run.
      if (block.type === 'tool_call' && event.kind === 'assistant') updates.push(...this.#meant(block))
    }
    if (event.kind === 'assistant') updates.push(...this.#note(pictureText(event.data.attachments)))
    for (const note of requestNotes(event)) updates.push(...this.#note(note))
    this.#nextMessage()
    return updates
  }

  #begin(id: string, name: string): readonly SessionUpdate[] {
    if (this.#open.has(id)) return []
    this.#open.set(id, '')
    return [{ sessionUpdate: 'tool_call', toolCallId: id, title: name, name, kind: toolKind(name), status: 'pending' }]
  }

  #call(id: string, name: string, input: Parameters<typeof shownCall>[1]): readonly SessionUpdate[] {
    const call = shownCall(name, input, this.#folder)
    if (this.#open.has(id)) return [{ sessionUpdate: 'tool_call_update', toolCallId: id, ...call }]
    this.#open.set(id, '')
    return [{ sessionUpdate: 'tool_call', toolCallId: id, ...call, status: 'pending' }]
  }

  #meant(block: Parameters<typeof meantCall>[0] & { readonly id: string }): readonly SessionUpdate[] {
    const { id, name, arguments: input } = meantCall(block)
    return this.#call(id, name, input)
  }

  #output(id: string, text: string): readonly SessionUpdate[] {
    const output = `${this.#open.get(id) ?? ''}${text}`.slice(-MAX_RUNNING_OUTPUT).toWellFormed()
    this.#open.set(id, output)
    const content = textContent(output)
    return [{ sessionUpdate: 'tool_call_update', toolCallId: id, status: 'in_progress', content }]
  }

  #result({ content, data }: AgentEventOf<'tool_result'>): readonly SessionUpdate[] {
    const id = data.tool_call_id
    this.#open.delete(id)
    const result = textContent(promptText(content ?? '', data.attachments))
    this.#results.set(id, result)
    return [
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: id,
        status: data.is_error === true ? 'failed' : 'completed',
        content: [...result, ...(this.#changes.get(id) ?? [])],
      },
    ]
  }

  /** Calls without a result will get none: the turn was cancelled or has failed. */
  #endCalls(): readonly SessionUpdate[] {
    const ids = [...this.#open.keys()]
    for (const known of [this.#open, this.#results, this.#changes]) known.clear()
    return ids.map((toolCallId) => ({ sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' }))
  }
}

function joined(blocks: readonly ContentBlock[], type: 'text' | 'thinking'): string {
  return blocks.map((block) => (block.type === type ? block.text : '')).join('')
}

function pictureText(files: readonly AttachmentBlock[] = []): string {
  return files.map((file) => `[${attachmentWords(file)}]`).join('\n')
}

function promptText(text: string, files: readonly AttachmentBlock[] = []): string {
  return [text, pictureText(files)].filter((part) => part !== '').join('\n\n')
}
