import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { TranscriptReport } from '../../../shared/transcript-view.ts'
import {
  type AssembledTranscript,
  assembleTranscript,
  renderOptions,
  requestOf,
  type TranscriptInput,
} from './assemble-transcript.ts'
import { checkTranscript } from './check-transcript.ts'
import { KeptPart } from './kept-part.ts'
import { mentionAny, mentionedCalls } from './mentioned-calls.ts'
import { type RenderedPart, renderPart } from './render-part.ts'
import { newReport } from './transcript-report.ts'

/**
 * Assembles the transcripts of one context as it grows. The result is that of `assembleTranscript`, except for the
 * order within its report, but only the newest part is rendered and checked: earlier messages are kept.
 *
 * The part that is kept ends with an answer in front of a prompt, or with the results in front of an answer. What
 * follows can change nothing in it, unless it mentions one of its calls again: then everything is rendered anew. The
 * same holds if the events, the model, the files or the time of the last edit are others than before.
 */
export class GrowingTranscript {
  #kept: KeptPart | null = null

  assemble(input: TranscriptInput): AssembledTranscript {
    const kept = this.#keep(input)
    const newest = input.context.slice(kept.length)
    if (kept.lastMessage === undefined || mentionAny(newest, kept.mentioned)) return assembleTranscript(input)
    const report = newReport()
    const part = renderPart(newest, renderOptions(input, report), { isEnd: true, before: kept })
    if (!continues(part, newest)) return assembleTranscript(input)
    const messages = kept.messages.concat(part.messages)
    const originOf = (index: number) => kept.origins[index] ?? part.origins[index - kept.origins.length] ?? null
    const request = requestOf(input, messages, originOf, report)
    const { resumesPause = false } = input
    const newMessages = request.messages.slice(kept.messages.length)
    if (!isValid(newMessages, input, kept, resumesPause)) return assembleTranscript(input)
    return { request, report: joined(kept.report, report) }
  }

  /** Adds to the kept part what is closed by now; begins anew if the input is not a continuation. */
  #keep(input: TranscriptInput): KeptPart {
    const known = this.#kept?.isContinuedBy(input) === true ? this.#kept : new KeptPart(input)
    const upToPrompt = keptUpTo(isPromptAfterAnswer, known, input)
    this.#kept = keptUpTo(isAnswerAfterResult, upToPrompt, input)
    return this.#kept
  }
}

/**
 * Returns the kept part with the events before the last one that follows its neighbour like this, if nothing later can
 * change their messages. If they mention a call of the kept part, all are rendered anew.
 */
function keptUpTo(follows: Neighbours, known: KeptPart, input: TranscriptInput): KeptPart {
  const { context, files } = input
  const end = lastIndex(context, known.length, follows)
  const next = context[end]
  if (end === known.length || next === undefined) return known
  const kept = mentionAny(context.slice(known.length, end), known.mentioned) ? new KeptPart(input) : known
  const events = context.slice(kept.length, end)
  const report = newReport()
  const part = renderPart(events, renderOptions(input, report), { isEnd: false, before: kept })
  if (part.isOpen || !isFollowedBy(next, part.messages.at(-1)?.role)) return kept
  if (kept.lastMessage !== undefined && !continues(part, events)) return kept
  // With a pause: more messages follow.
  if (isValid(part.messages, input, kept, true)) kept.add(events, part, report, files)
  return kept
}

/** Checks a part. The rule about thinking concerns the turn that runs; `requestOf` applies it to the whole. */
function isValid(
  messages: RenderedPart['messages'],
  input: TranscriptInput,
  { lastMessage: before }: KeptPart,
  resumesPause: boolean,
): boolean {
  const request = {
    ...requestOf(input, [], () => null, newReport()),
    messages,
    thinkingLevel: 'none',
  } as const
  return checkTranscript(request, input.target, { resumesPause, before }).length === 0
}

/** Whether the part begins with a message of its first event that nothing before it can grow or replace. */
function continues({ messages: [first], origins }: RenderedPart, [event]: readonly AgentEvent[]): boolean {
  return first?.role === (event?.kind === 'assistant' ? 'assistant' : 'user') && origins[0] === event?.id
}

/** Whether a message of this role stays as it is when the event follows. */
function isFollowedBy({ kind }: AgentEvent, role: RenderedPart['messages'][number]['role'] | undefined): boolean {
  return kind === 'assistant' ? role === 'tool' || role === 'user' : role === 'assistant'
}

type Neighbours = (event: AgentEvent, before: AgentEvent) => boolean

/** The prompt directly after an answer without calls. */
const isPromptAfterAnswer: Neighbours = (event, before) =>
  event.kind === 'user' &&
  (event.content ?? '').trim() !== '' &&
  before.kind === 'assistant' &&
  mentionedCalls(before).length === 0

/** The next answer of a turn. A result ends the answer before it: no later event is added to that one. */
const isAnswerAfterResult: Neighbours = (event, before) => event.kind === 'assistant' && before.kind === 'tool_result'

/** Returns the index of the last event that follows its neighbour like this, or `from`. */
function lastIndex(context: readonly AgentEvent[], from: number, matches: Neighbours): number {
  for (let index = context.length - 1; index > from; index -= 1) {
    const [before, event] = [context[index - 1], context[index]]
    if (event !== undefined && before !== undefined && matches(event, before)) return index
  }
  return from
}

function joined(first: TranscriptReport, second: TranscriptReport): TranscriptReport {
  return {
    dropped: first.dropped.concat(second.dropped),
    synthesised: first.synthesised.concat(second.synthesised),
    renamed: first.renamed.concat(second.renamed),
    violations: first.violations.concat(second.violations),
    files: first.files.concat(second.files),
    shortened: (first.shortened ?? []).concat(second.shortened ?? []),
  }
}
