import type { AgentEvent } from '../../../shared/agent-event.ts'
import { addCosts, NO_COST } from '../../../shared/cost-sum.ts'
import { costOf, isResponseKind } from '../../../shared/recorded-cost.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { recordedUsage } from '../../../shared/recorded-usage.ts'
import type { RerunData, RerunView, RunFigures, DivergingCall, ShownDivergence } from '../../../shared/rerun.ts'
import { callsOf } from './recorded-turns.ts'
import type { RecordedRerun } from './rerun-log.ts'
import { rerunProgress } from './rerun-progress.ts'

/** Returns a rerun as it is shown. */
export function rerunView(
  rerun: RecordedRerun,
  { name, isRunning }: { readonly name: string; readonly isRunning: boolean },
): RerunView {
  const { rerunId, originalId, original, again, steps } = rerun
  const last = steps.findLast(({ step }) => step === 'ended' || step === 'resumed')
  const end = last?.step === 'ended' ? last : undefined
  return {
    agentId: rerunId,
    name,
    status: end?.reason ?? (isRunning ? 'running' : 'stopped'),
    canResume: (end !== undefined || !isRunning) && rerunProgress(rerun).ok,
    message: end?.message ?? null,
    divergence: firstDivergence(rerun),
    differences: steps.filter(({ step }) => step === 'diverged').length,
    original: figuresOf(originalId, original),
    again: figuresOf(rerunId, again),
  }
}

function firstDivergence({ steps, original, again }: RecordedRerun): ShownDivergence | null {
  const found = steps.find((data): data is Diverged => data.step === 'diverged')
  if (found === undefined) return null
  const { type, event: eventId, recorded, made } = found
  const decided = made === null ? undefined : steps.find((data) => data.step === 'decided' && data.made === made)
  const choice = decided?.step === 'decided' ? decided.choice : null
  const calls = { recorded: callIn(original, recorded), made: callIn(again, made) }
  return { type, eventId, answers: partingAnswers(found, original, again), ...calls, choice }
}

function partingAnswers(
  { event: eventId, made }: Diverged,
  original: readonly AgentEvent[],
  again: readonly AgentEvent[],
): ShownDivergence['answers'] {
  const differs = again.find(({ kind, data }) => kind === 'rerun' && data.step === 'diverged')?.id ?? 0
  const making = made === null ? undefined : again.find((event) => callsOf(event).some(({ id }) => id === made))
  const last = (events: readonly AgentEvent[], upTo: EventId): EventId =>
    events.findLast(({ id, kind }) => id <= upTo && (kind === 'assistant' || kind === 'interrupted'))?.id ?? upTo
  return { original: last(original, eventId), again: making?.id ?? last(again, differs) }
}

type Diverged = Extract<RerunData, { step: 'diverged' }>

function callIn(events: readonly AgentEvent[], callId: string | null): DivergingCall | null {
  const call = events.flatMap(callsOf).find(({ id }) => id === callId)
  return call === undefined ? null : { name: call.name, arguments: call.arguments }
}

function figuresOf(agentId: AgentId, events: readonly AgentEvent[]): RunFigures {
  const responses = events.filter(({ kind }) => isResponseKind(kind))
  const answers = events.filter((event) => event.kind === 'assistant')
  const usages = responses.flatMap(({ data }) => recordedUsage(data) ?? [])
  return {
    agentId,
    model: answers[0]?.data.requested_model ?? answers[0]?.data.model ?? null,
    answers: answers.length,
    calls: new Set(events.flatMap(callsOf).map(({ id }) => id)).size,
    inputTokens: sum(usages.map(({ inputTokens }) => inputTokens)),
    outputTokens: sum(usages.map(({ outputTokens }) => outputTokens)),
    cost: responses.map(costOf).reduce(addCosts, NO_COST),
    answerMs: sum(answers.map(({ data }) => data.duration_ms ?? 0)),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
