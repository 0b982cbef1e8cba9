import { isJsonObject, type JsonObject } from '../../../shared/json.ts'
import { isBlank } from './collect-entries.ts'
import type { Answer, AnswerPart, Step } from './pair-tool-calls.ts'
import type { ReportDraft } from './transcript-report.ts'

/** What follows answers. */
interface AnswerEnd {
  readonly continues: boolean
  readonly isFollowed: boolean
  /** Whether files of an answer's results are sent in a message of their own, after the results. */
  readonly hasFilesBehind: (answer: Answer) => boolean
}

/**
 * Step 4, for providers that keep what their own tools did as whole blocks (docs/behaviour/transcript.md#server-tools):
 * a call and its result are sent back as a pair or not at all. A pair has no prompt between its halves. A call without
 * a result is kept in the last answer if the provider continues that answer: `continues`, or results follow it and neither
 * a notice (`isFollowed`) nor files of the results (`hasFilesBehind`) follow these.
 * Blocks of other kinds, and blank text, are never sent. An answer with nothing left is removed, thinking included.
 */
export function dropServerHalves(steps: readonly Step[], end: AnswerEnd, report: ReportDraft): readonly Step[] {
  if (!haveWordless(steps)) return steps
  const paired = pairedParts(steps, end)
  const kept: Step[] = []
  /** Whether the removed answers just before this one continue what is kept. */
  let joins = true
  for (const step of steps) {
    const left = step.kind === 'user' ? step : withoutHalves(step, paired, report)
    const isEmpty = left.kind === 'answer' && left.body.length === 0
    if (isEmpty) joins &&= left.continues
    else {
      kept.push(left.kind === 'answer' && !joins ? { ...left, continues: false } : left)
      joins = true
    }
  }
  return kept
}

/** Whether the next answer, if no prompt comes before it, could contain the result of a server's call in these steps. */
export function awaitServerResult(steps: readonly Step[], hasFilesBehind: AnswerEnd['hasFilesBehind']): boolean {
  return haveWordless(steps) && walkTurns(steps, hasFilesBehind).open.size > 0
}

function haveWordless(steps: readonly Step[]): boolean {
  return steps.some((step) => step.kind === 'answer' && partsOf(step).some(isWordless))
}

function partsOf({ body, after }: Answer): readonly AnswerPart[] {
  return after.length === 0 ? body : [...body, ...after]
}

/** A text block without words contains a block of the provider, or nothing that is sent. */
function isWordless(part: AnswerPart): boolean {
  return part.type === 'text' && isBlank(part.text)
}

/** Returns the server calls and results that are sent. */
function pairedParts(
  steps: readonly Step[],
  { continues, isFollowed, hasFilesBehind }: AnswerEnd,
): ReadonlySet<AnswerPart> {
  const { paired, open } = walkTurns(steps, hasFilesBehind)
  const last = steps.at(-1)
  if (last?.kind !== 'answer' || !(continues || (endsWithResults(last, hasFilesBehind) && !isFollowed))) return paired
  for (const part of partsOf(last)) if (open.get(serverCallId(part) ?? '') === part) paired.add(part)
  return paired
}

/** Calls with their results, and the calls of the last turn that have none, by their ids. */
interface ServerCalls {
  readonly paired: Set<AnswerPart>
  readonly open: ReadonlyMap<string, AnswerPart>
}

function walkTurns(steps: readonly Step[], hasFilesBehind: AnswerEnd['hasFilesBehind']): ServerCalls {
  const paired = new Set<AnswerPart>()
  const open = new Map<string, AnswerPart>()
  let before: Step | undefined
  for (const step of steps) {
    if (!isSameTurn(before, step, hasFilesBehind)) open.clear()
    if (step.kind === 'answer') pairWithin(step, open, paired)
    before = step
  }
  return { paired, open }
}

/** Otherwise a prompt, a notice or files are sent between the two. */
function isSameTurn(before: Step | undefined, step: Step, hasFilesBehind: AnswerEnd['hasFilesBehind']): boolean {
  if (before?.kind !== 'answer' || step.kind !== 'answer') return false
  return step.continues || endsWithResults(before, hasFilesBehind)
}

function endsWithResults(answer: Answer, hasFilesBehind: AnswerEnd['hasFilesBehind']): boolean {
  return answer.calls.length > 0 && answer.after.length === 0 && !hasFilesBehind(answer)
}

function pairWithin(answer: Answer, open: Map<string, AnswerPart>, paired: Set<AnswerPart>): void {
  for (const part of partsOf(answer)) {
    const callId = serverCallId(part)
    if (callId !== undefined) open.set(callId, part)
    const answered = serverResultId(part) ?? ''
    const call = open.get(answered)
    if (call === undefined || callId !== undefined) continue
    paired.add(call).add(part)
    open.delete(answered)
  }
}

function serverCallId(part: AnswerPart): string | undefined {
  const block = serverBlock(part)
  return block?.['type'] === 'server_tool_use' ? textOf(block['id']) : undefined
}

/** The types are `web_search_tool_result` and the like; `tool_result` is the type of the results of our own tools. */
function serverResultId(part: AnswerPart): string | undefined {
  const block = serverBlock(part)
  return textOf(block?.['type'])?.endsWith('_tool_result') === true ? textOf(block?.['tool_use_id']) : undefined
}

function serverBlock(part: AnswerPart): JsonObject | undefined {
  const block = part.type === 'text' ? part.provider_data?.['block'] : undefined
  return isJsonObject(block) ? block : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function withoutHalves(answer: Answer, paired: ReadonlySet<AnswerPart>, report: ReportDraft): Answer {
  const isDropped = (part: AnswerPart): boolean => isWordless(part) && !paired.has(part)
  if (!partsOf(answer).some(isDropped)) return answer
  const { eventId } = answer
  const left = <P extends AnswerPart>(parts: readonly P[]): readonly P[] => {
    const kept = parts.filter((part) => !isDropped(part))
    for (const part of parts) {
      if (isDropped(part) && serverBlock(part) !== undefined) report.dropped.push({ eventId, part: 'half_server_tool' })
    }
    const end = kept.findLastIndex(({ type }) => type !== 'thinking') + 1
    for (let index = end; index < kept.length; index += 1) report.dropped.push({ eventId, part: 'trailing_thinking' })
    return kept.slice(0, end)
  }
  return { ...answer, body: left(answer.body), after: left(answer.after) }
}
