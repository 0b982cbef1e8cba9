import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type { ContentBlock, ToolCallBlock } from '../../../src/shared/content.ts'
import type {
  ModelRequest,
  TranscriptMessage,
  TranscriptToolResult,
} from '../../../src/main/core/ports/provider-ports.ts'
import type { AssembledTranscript } from '../../../src/main/core/transcript/assemble-transcript.ts'
import type { TranscriptTarget } from '../../../src/main/core/transcript/transcript-target.ts'
import { ALL_TARGETS, anyHistory, anyTarget, KNOWN_FILES, naturalHistory } from './random-history.ts'
import { assemble as assembleWith } from './transcript-history.ts'

/** A failing run prints its seed and path; `TRANSCRIPT_RUNS=100000` is the long soak. */
const numRuns = Number(process.env['TRANSCRIPT_RUNS'] ?? 400)
vi.setConfig({ testTimeout: 3_600_000 })

const assemble = (events: readonly AgentEvent[], target: TranscriptTarget): AssembledTranscript =>
  assembleWith(events, target, { files: KNOWN_FILES })

const ID_FORMS: Readonly<Record<TranscriptTarget['provider'], RegExp>> = {
  anthropic: /^[A-Za-z0-9_-]{1,64}$/,
  openai: /^[A-Za-z0-9_-]{1,64}$/,
  google: /^[A-Za-z0-9_-]{1,64}$/,
  xai: /^[A-Za-z0-9_-]{1,40}$/,
  meta: /^[A-Za-z0-9_-]{1,40}$/,
  openrouter: /^[A-Za-z0-9_-]{1,40}$/,
  local: /^[A-Za-z0-9_-]{1,40}$/,
  mistral: /^[A-Za-z0-9]{9}$/,
  endpoint: /^[A-Za-z0-9_-]{1,40}$/,
  acp: /^[A-Za-z0-9_-]{1,40}$/,
  moonshot: /^functions\.[A-Za-z][A-Za-z0-9_-]*:\d+$/,
}

const callsOf = (message: TranscriptMessage | undefined): readonly ToolCallBlock[] =>
  message?.role === 'assistant' ? message.content.filter((block) => block.type === 'tool_call') : []
/** Which block of the history it was; empty: none. */
const tagOf = ({ arguments: input }: ToolCallBlock): string =>
  typeof input['block'] === 'string' ? input['block'] : ''
const resultsOf = (message: TranscriptMessage | undefined): readonly TranscriptToolResult[] =>
  message?.role === 'tool' ? message.results : []

/** A text without words is data of its provider's: it stays where it came, words do not. */
function shapeOf(block: ContentBlock): string {
  if (block.type === 'text' && block.text.trim() === '') return 'data'
  return block.type === 'tool_call' ? 'call' : block.type
}

/**
 * What is wrong with a transcript, found by other means than the checker's: the roles as one string, then each pair.
 */
function faults({ messages }: ModelRequest, target: TranscriptTarget): readonly string[] {
  const found: string[] = []
  const roles = messages
    .map((message) => (message.role === 'assistant' && callsOf(message).length > 0 ? 'c' : message.role.charAt(0)))
    .join('')
  // u: user, a: answer, c: answer with calls, t: its results.
  const loose = /^u((?<=u)u|(?<=[ut])a|(?<=[ut])ct|(?<=[at])u)*$/
  if (!loose.test(roles) || !/[ut]$/.test(roles)) found.push(`roles ${roles}`)
  if (!['openai', 'xai', 'moonshot'].includes(target.provider) && roles.includes('uu')) found.push(`roles ${roles}`)
  if (target.provider === 'mistral' && roles.includes('tu')) found.push(`roles ${roles}`)
  const ids = messages.flatMap((message) => callsOf(message).map((each) => each.id))
  if (new Set(ids).size !== ids.length) found.push('an id twice')
  for (const id of ids) if (id.length > 64 || !ID_FORMS[target.provider].test(id)) found.push(`id ${id}`)
  for (const [index, message] of messages.entries()) {
    const called = callsOf(message).map(({ id, name }) => `${id} ${name}`)
    const answered = resultsOf(messages[index + 1]).map(({ callId, name }) => `${callId} ${name}`)
    if (JSON.stringify(called) !== JSON.stringify(answered)) found.push(`pairs at ${index}`)
    if (message.role !== 'assistant') continue
    const shape = message.content.map(shapeOf).join(' ')
    if (target.provider === 'anthropic' && /call (text|thinking|data)/.test(shape)) found.push(`content ${shape}`)
    if (/call.* text/.test(shape) || shape.endsWith('thinking') || shape === '') found.push(`content ${shape}`)
    for (const block of message.content) {
      const own =
        block.provider === target.provider && block.model === target.model && block.endpoint === target.endpoint
      if (!own && (block.type === 'thinking' || block.provider_data !== undefined)) found.push('a foreign block')
    }
  }
  return found
}

/** The projected id and the result of every call that came in a block, by the block's own tag. */
function byBlock({
  request,
}: AssembledTranscript): ReadonlyMap<string, { id: string; result: TranscriptToolResult | undefined }> {
  const calls = new Map<string, { id: string; result: TranscriptToolResult | undefined }>()
  for (const [index, message] of request.messages.entries()) {
    for (const [place, block] of callsOf(message).entries()) {
      const tag = tagOf(block)
      if (tag !== '') calls.set(tag, { id: block.id, result: resultsOf(request.messages[index + 1])[place] })
    }
  }
  return calls
}

/** The canonical id of every call and of every output in a history, by their tags. */
function canonicalIds(events: readonly AgentEvent[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  for (const event of events) {
    if (event.kind === 'tool_result' && event.content !== null) ids.set(event.content, event.data.tool_call_id)
    if (event.kind !== 'assistant') continue
    for (const block of event.data.blocks ?? []) {
      if (block.type === 'tool_call') ids.set(tagOf(block), block.id)
    }
  }
  return ids
}

/** The output without what stands for its files. */
const outputOf = ({ content }: TranscriptToolResult): string => content.split('\n\n')[0] ?? ''

const byText = (a: string, b: string): number => (a < b ? -1 : 1)
const eventOf = (tag: string): number => Number.parseInt(tag.replace('output ', ''), 10)

/** A real output that nothing better can come for. What stood before its call gives way to what stands behind it. */
function isSettled(tag: string, result: TranscriptToolResult | undefined): boolean {
  return (
    result !== undefined &&
    result.content.startsWith('output') &&
    !result.isError &&
    eventOf(outputOf(result)) > eventOf(tag)
  )
}

describe('any history, for any provider', () => {
  it('becomes a transcript that the provider takes, without a repair', () => {
    fc.assert(
      fc.property(anyHistory, anyTarget, (events, target) => {
        const assembled = assemble(events, target)
        expect(assembled.report.violations).toEqual([])
        expect(faults(assembled.request, target)).toEqual([])
      }),
      { numRuns },
    )
  })

  it('loses no words, no call and no output without saying so', () => {
    fc.assert(
      fc.property(anyHistory, anyTarget, (events, target) => {
        const { request, report } = assemble(events, target)
        const shown = JSON.stringify(request)
        const expected = events.flatMap((event) => {
          if (event.kind === 'user' && event.content !== ' ') return [event.content]
          const blocks = event.kind === 'assistant' || event.kind === 'interrupted' ? (event.data.blocks ?? []) : []
          return blocks.flatMap((block) => (block.type === 'text' && block.text.trim() !== '' ? [block.text] : []))
        })
        for (const words of expected) expect(shown.split(`"${words}"`)).toHaveLength(2)
        const blocks = events.flatMap((event) => (event.kind === 'assistant' ? (event.data.blocks ?? []) : []))
        const tags = blocks.flatMap((block) => (block.type === 'tool_call' ? [tagOf(block)] : []))
        const rendered = request.messages.flatMap((message) => callsOf(message).map(tagOf))
        expect(rendered.filter((tag) => tag !== '').toSorted(byText)).toEqual(tags.toSorted(byText))
        const lost = report.dropped.flatMap(({ part, eventId }) => (part === 'duplicate_result' ? [eventId] : []))
        const outputs = events.flatMap((event) => (event.kind === 'tool_result' ? [event.id] : []))
        const results = request.messages.flatMap(resultsOf).length
        const closed = report.synthesised.filter(({ part }) => part === 'closing_result').length
        expect(results - closed).toBe(outputs.length - lost.length)
      }),
      { numRuns },
    )
  })

  it('says of every file how it is sent, and sends only what the model takes', () => {
    fc.assert(
      fc.property(anyHistory, anyTarget, (events, target) => {
        const { request, report } = assemble(events, target)
        const prompts = events.flatMap((event) => (event.kind === 'user' ? (event.data?.attachments ?? []) : []))
        const ofPrompts = report.files.filter(({ eventId }) => events[eventId - 1]?.kind === 'user')
        expect(ofPrompts.map(({ name }) => name)).toEqual(prompts.map(({ name }) => name))
        const sent = request.messages.flatMap((message) => {
          if (message.role === 'user') return message.content.filter((part) => part.type === 'file')
          return message.role === 'tool' ? message.results.flatMap(({ files = [] }) => files) : []
        })
        const native = report.files.filter((each) => each.sent === 'native')
        expect(sent.map(({ sha256 }) => sha256).toSorted()).toEqual(native.map(({ sha256 }) => sha256).toSorted())
        const shown = JSON.stringify(request)
        const unsaid = report.files.filter(({ name, sent: how, reason = '' }) => {
          if (how === 'text') return !shown.includes(`words ${name === 'e.txt' ? '``` e' : 'of c'}`)
          return (
            how === 'left_out' &&
            !new RegExp(`${name.replaceAll(/[.?]/g, String.raw`\$&`)}.*not sent: ${reason.slice(0, 10)}`).test(shown)
          )
        })
        expect(unsaid).toEqual([])
      }),
      { numRuns },
    )
  })

  it('gives no call another call’s output', () => {
    fc.assert(
      fc.property(anyHistory, anyTarget, (events, target) => {
        const canonical = canonicalIds(events)
        const swapped = [...byBlock(assemble(events, target))].filter(
          ([tag, { result }]) =>
            result?.content.startsWith('output') && canonical.get(outputOf(result)) !== canonical.get(tag),
        )
        expect(swapped).toEqual([])
      }),
      { numRuns },
    )
  })

  it('keeps the ids of its calls, and their real results, as it grows', () => {
    fc.assert(
      fc.property(anyHistory, anyTarget, fc.nat(), (events, target, cut) => {
        const grown = byBlock(assemble(events, target))
        const before = byBlock(assemble(events.slice(0, cut % events.length), target))
        const changed = [...before].filter(([tag, { id, result }]) => {
          const after = grown.get(tag)
          return after?.id !== id || (isSettled(tag, result) && after.result?.content !== result?.content)
        })
        expect(changed).toEqual([])
      }),
      { numRuns },
    )
  })

  it('is rendered to the same bytes twice, and is not changed', () => {
    fc.assert(
      fc.property(anyHistory, anyTarget, (events, target) => {
        const before = JSON.stringify(events)
        expect(JSON.stringify(assemble(structuredClone(events), target))).toBe(JSON.stringify(assemble(events, target)))
        expect(JSON.stringify(events)).toBe(before)
      }),
      { numRuns: numRuns / 4 },
    )
  })
})

describe('a conversation as the engine writes it', () => {
  it('keeps the bytes of all that a provider was sent before', () => {
    fc.assert(
      fc.property(naturalHistory, anyTarget, ({ events, requests }, target) => {
        let sent: readonly TranscriptMessage[] = []
        for (const length of requests) {
          const { messages } = assemble(events.slice(0, length), target).request
          expect(JSON.stringify(messages.slice(0, sent.length))).toBe(JSON.stringify(sent))
          sent = messages
        }
      }),
      { numRuns: numRuns / 2 },
    )
  })

  it('passes for every target', () => {
    fc.assert(
      fc.property(naturalHistory, ({ events, requests }) => {
        for (const target of ALL_TARGETS) {
          const assembled = assemble(events.slice(0, requests.at(-1)), target)
          expect(assembled.report.violations).toEqual([])
          expect(faults(assembled.request, target)).toEqual([])
        }
      }),
      { numRuns: numRuns / 10 },
    )
  })
})
