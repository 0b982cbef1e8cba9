import { argumentsOf, malformedAsArguments } from '../../../shared/call-arguments.ts'
import type { ContentBlock, ToolCallBlock } from '../../../shared/content.ts'
import type { EventId } from '../../../shared/ids.ts'
import type { FilePart, TranscriptToolResult, UserPart } from '../ports/provider-ports.ts'
import { stampOf } from './block-owner.ts'
import { isBlank } from './collect-entries.ts'
import { MessageList, type MessageRole } from './message-list.ts'
import type { Answer, PairedSteps } from './pair-tool-calls.ts'
import type { FileProjection } from './project-files.ts'
import { projectToolName } from './project-tool-name.ts'
import { wellFormedJson } from '../../../shared/json.ts'
import { INTERRUPTED_RESULT, type ToolCall } from './tool-call-registry.ts'
import type { ReportDraft } from './transcript-report.ts'
import type { TranscriptTraits } from '../../../shared/transcript-traits.ts'
import { defined } from '../../../shared/defined.ts'

/** Replaces an empty output, because some providers refuse an empty message. */
const EMPTY_RESULT = '(no output)'

export interface Rendering {
  /** The ids of the calls, at each call's index. */
  readonly ids: readonly string[]
  readonly traits: TranscriptTraits
  readonly report: ReportDraft
  readonly files: FileProjection
  /** As in `MessageList`. */
  readonly before?: MessageRole | undefined
}

/**
 * Step 7 (docs/behaviour/transcript.md#order): converts steps to messages. Results follow directly after the message
 * with their calls, in call order; text between a call and its results is moved after the results; roles alternate as
 * the provider requires.
 */
export function orderMessages({ steps }: PairedSteps, options: Rendering): MessageList {
  const list = new MessageList(options.traits, options.report, options.before)
  for (const step of steps) {
    if (step.kind === 'user')
      list.addUser(options.files.userParts(step.text, step.attachments, step.eventId), step.eventId)
    else addAnswer(list, step, options)
  }
  return list
}

function addAnswer(list: MessageList, answer: Answer, options: Rendering): void {
  const { eventId, continues } = answer
  const content = answer.body.map((part): ContentBlock => (part.type === 'call' ? callBlock(part, options) : part))
  list.addAssistant(content, eventId, continues)
  if (answer.calls.length === 0) return
  const results = answer.calls.map((call) => toolResult(call, options))
  list.addResults(
    results.map(({ result }) => result),
    eventId,
  )
  addFilesBehind(list, results, eventId)
  if (answer.after.length > 0) list.addAssistant([...answer.after], eventId, false)
}

/**
 * Adds one user message with the files that the provider does not take inside results, after the results of the whole
 * batch and in call order. Each is preceded by the name of its call.
 */
function addFilesBehind(list: MessageList, results: readonly CallResult[], eventId: EventId): void {
  const parts = results.flatMap(({ result, behind }): readonly UserPart[] =>
    behind.length === 0 ? [] : [{ type: 'text', text: `[Files of the result of ${result.name}]` }, ...behind],
  )
  if (parts.length > 0) list.addUser(parts, eventId)
}

interface CallResult {
  readonly result: TranscriptToolResult
  readonly behind: readonly FilePart[]
}

/** An own call keeps its stamp and `provider_data`; its stored id and name are replaced. */
function callBlock(call: ToolCall, { ids, traits, report }: Rendering): ToolCallBlock {
  const id = ids[call.index] ?? call.id
  const name = projectToolName(call.name, traits)
  const { eventId } = call
  if (id !== call.id) report.renamed.push({ eventId, what: 'id', from: call.id, to: id })
  if (name !== call.name) report.renamed.push({ eventId, what: 'name', from: call.name, to: name })
  if (call.reconstructed) report.synthesised.push({ eventId, part: 'reconstructed_call', callId: call.id })
  const { block } = call
  const malformed = block?.malformed_arguments
  const given =
    malformed === undefined
      ? argumentsOf({ ...call, arguments: wellFormedJson(call.arguments) })
      : malformedAsArguments(malformed)
  // Only an own block still has its stamp at this point.
  if (block?.endpoint === undefined) return { type: 'tool_call', id, name, ...given }
  const { provider_data: data } = block
  if (data === undefined) return { type: 'tool_call', id, name, ...given, ...stampOf(block) }
  return { type: 'tool_call', id, name, ...given, ...stampOf(block), provider_data: data }
}

function toolResult(call: ToolCall, { ids, traits, report, files }: Rendering): CallResult {
  const { eventId, id: callId, result } = call
  const name = projectToolName(call.name, traits)
  const id = ids[call.index] ?? callId
  if (result === null) {
    report.synthesised.push({ eventId, part: 'closing_result', callId })
    return { result: { callId: id, name, content: INTERRUPTED_RESULT, isError: true }, behind: [] }
  }
  const { isError } = result
  if (result.attachments.length > 0) {
    const { content, inside, behind } = files.result(result.content, result.attachments, isError, result.eventId)
    return {
      result: { callId: id, name, content, isError, ...defined({ files: inside.length > 0 ? inside : undefined }) },
      behind,
    }
  }
  if (!isBlank(result.content)) return { result: { callId: id, name, content: result.content, isError }, behind: [] }
  report.synthesised.push({ eventId: result.eventId, part: 'empty_result', callId })
  return { result: { callId: id, name, content: EMPTY_RESULT, isError }, behind: [] }
}
