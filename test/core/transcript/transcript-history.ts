import { createHash } from 'node:crypto'

import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'
import type { AttachmentBlock } from '../../../src/shared/attachment.ts'
import type { ContentBlock, TextBlock, ThinkingBlock, ToolCallBlock } from '../../../src/shared/content.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import type { ApiProviderName } from '../../../src/shared/providers.ts'
import {
  type AssembledTranscript,
  assembleTranscript,
  type TranscriptInput,
} from '../../../src/main/core/transcript/assemble-transcript.ts'
import type { UserPart } from '../../../src/main/core/ports/provider-ports.ts'
import type { TranscriptTarget } from '../../../src/main/core/transcript/transcript-target.ts'
import { untyped } from '../../support/untyped.ts'

/** One target of each provider, none of them with bound thinking. */
export const TARGETS = {
  anthropic: { provider: 'anthropic', model: 'claude-opus-4-6', endpoint: 'messages', thinkingLevel: 'med' },
  openai: { provider: 'openai', model: 'gpt-5.5', endpoint: 'responses', thinkingLevel: 'med' },
  google: { provider: 'google', model: 'gemini-3.8-flash', endpoint: 'generate_content', thinkingLevel: 'med' },
  xai: { provider: 'xai', model: 'grok-4.7', endpoint: 'responses', thinkingLevel: 'med' },
  meta: { provider: 'meta', model: 'muse-spark-1.3', endpoint: 'chat', thinkingLevel: 'med' },
  mistral: { provider: 'mistral', model: 'mistral-large-4', endpoint: 'chat', thinkingLevel: 'med' },
  moonshot: { provider: 'moonshot', model: 'kimi-k3', endpoint: 'chat', thinkingLevel: 'med' },
  openrouter: { provider: 'openrouter', model: 'anthropic/claude-opus-4.6', endpoint: 'chat', thinkingLevel: 'med' },
  local: { provider: 'local', model: 'qwen3:8b', endpoint: 'chat@127.0.0.1:11434', thinkingLevel: 'med' },
} as const satisfies Record<ApiProviderName, TranscriptTarget>

export type Part = Pick<NewEvent, 'kind' | 'content' | 'data'> & { readonly turnId?: string }

/** A log of these parts: event ids count from 1, each prompt begins a turn. */
export function history(...parts: readonly Part[]): readonly AgentEvent[] {
  let turn = 0
  return parts.map((part, index) => {
    if (part.kind === 'user') turn += 1
    const row = {
      id: index + 1,
      agentId: 'agent',
      turnId: `turn ${turn}`,
      sessionId: 1,
      createdAt: '2026-11-20T00:00:00.000Z',
    }
    return untyped<AgentEvent>({ ...row, ...part })
  })
}

export const user = (content: string): Part => ({ kind: 'user', content, data: null })
/** A file of this kind. Its hash follows from its name. */
export function file(
  kind: AttachmentBlock['kind'],
  name: string,
  rest: Partial<AttachmentBlock> = {},
): AttachmentBlock {
  const sha256 = createHash('sha256').update(name).digest('hex')
  return { type: 'attachment', sha256, name, media_type: MEDIA_TYPES[kind], kind, bytes: 1_000, ...rest }
}
const MEDIA_TYPES = {
  image: 'image/png',
  pdf: 'application/pdf',
  audio: 'audio/wav',
  text: 'text/plain',
  file: 'application/octet-stream',
}
export const userWith = (content: string, ...attachments: readonly AttachmentBlock[]): Part => ({
  kind: 'user',
  content,
  data: { attachments },
})
export const resultWith = (id: string, content: string, ...attachments: readonly AttachmentBlock[]): Part => ({
  kind: 'tool_result',
  content,
  data: { tool_call_id: id, attachments },
})
export const failedWith = (id: string, content: string, ...attachments: readonly AttachmentBlock[]): Part => ({
  kind: 'tool_result',
  content,
  data: { tool_call_id: id, attachments, is_error: true },
})
export const answer = (...blocks: readonly ContentBlock[]): Part => ({
  kind: 'assistant',
  content: blocks.map((block) => (block.type === 'text' ? block.text : '')).join(''),
  data: { blocks },
})
export const called = (id: string, name = 'bash', input: JsonObject = {}): Part => ({
  kind: 'tool_call',
  content: null,
  data: { tool_call_id: id, name, arguments: input },
})
export const result = (id: string, content: string, rest: { is_error?: boolean; name?: string } = {}): Part => ({
  kind: 'tool_result',
  content,
  data: { tool_call_id: id, ...rest },
})
export const interrupted = (...blocks: readonly ContentBlock[]): Part => ({
  kind: 'interrupted',
  content: blocks.map((block) => (block.type === 'text' ? block.text : '')).join(''),
  data: { reason: 'cancelled', blocks },
})
export const summary = (content: string): Part => ({
  kind: 'summary',
  content,
  data: { from_id: 1, to_id: 1, messages: 1 },
})
export const mail = (content: string): Part => ({ kind: 'mail', content, data: { from: 'abc123de-f', mail_id: 1 } })

export const text = (words: string): TextBlock => ({ type: 'text', text: words })
export const call = (id: string, name = 'bash', input: JsonObject = {}): ToolCallBlock => ({
  type: 'tool_call',
  id,
  name,
  arguments: input,
})
/** Thinking as this target's own adapter stores it. */
export const thought = (words: string, by: TranscriptTarget): ThinkingBlock => ({
  type: 'thinking',
  text: words,
  ...stamp(by),
  provider_data: { [VOUCHERS[by.provider] ?? 'details']: `signed: ${words}` },
})
const VOUCHERS: Readonly<Record<string, string>> = {
  anthropic: 'signature',
  openai: 'encrypted_content',
  google: 'signatures',
}

export function stamp({ provider, model, endpoint }: TranscriptTarget): {
  provider: string
  model: string
  endpoint: string
} {
  return { provider, model, endpoint }
}

export function assemble(
  context: readonly AgentEvent[],
  target: TranscriptTarget,
  rest: Partial<TranscriptInput> = {},
): AssembledTranscript {
  return assembleTranscript({ context, target, system: [], tools: [], ...rest })
}

/**
 * The conversation as one line per message: `user: hi` · `assistant: <thinking> words bash#id({})` · `tool: #id ok`.
 */
export function outline({ request }: AssembledTranscript): readonly string[] {
  return request.messages.map((message) => {
    if (message.role === 'tool') {
      return `tool: ${message.results.map((each) => `#${each.callId} ${each.isError ? 'ERROR ' : ''}${each.content}${(each.files ?? []).map(outlineBlock).join('')}`).join(' | ')}`
    }
    const parts: readonly (ContentBlock | UserPart)[] = message.content
    return `${message.role}: ${parts.map(outlineBlock).join(' | ')}`
  })
}

function outlineBlock(block: ContentBlock | UserPart): string {
  if (block.type === 'file') return `<${block.as} ${block.name}>`
  if (block.type === 'text') return block.text
  if (block.type === 'thinking') return `<${block.text}>`
  return `${block.name}#${block.id}`
}
