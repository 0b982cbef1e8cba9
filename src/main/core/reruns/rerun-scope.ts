import { advice } from '../../../shared/advice.ts'
import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { EventId } from '../../../shared/ids.ts'
import { isProviderName } from '../../../shared/providers.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import { type RerunStep, rerunSteps } from './recorded-turns.ts'

/** The events that are run again: `from` to `to`, both included. */
export interface RerunScope {
  readonly from: EventId
  readonly to: EventId
}

/**
 * Returns the scope of all prompts of an agent, or of the turn that answers one of them. `events`: its own, ascending.
 */
export function rerunScope(events: readonly AgentEvent[], promptId: EventId | undefined): Result<RerunScope> {
  const last = events.at(-1)
  const first = events.find(({ kind, turnId }) => isPrompt(kind) || turnId !== null)
  if (first === undefined || last === undefined || !hasAnswer(events)) return refuse(NO_ANSWER)
  if (promptId === undefined) return ok({ from: first.id, to: last.id })
  if (!promptsOf(rerunSteps(events)).some(({ id }) => id === promptId))
    return refuse(`This event is no prompt of the agent. ${advice('name_prompt')}`)
  const later = events.filter(({ id }) => id >= promptId)
  const turn = rerunSteps(later).find((step) => step.type === 'turn')?.turn.events
  const end = turn?.at(-1)
  return turn === undefined || end === undefined || !hasAnswer(turn)
    ? refuse(NO_ANSWER)
    : ok({ from: promptId, to: end.id })
}

const NO_ANSWER = 'There is no answer that could be run again.'

/** What turns begin with. A turn itself may add texts in the role of the user. */
function promptsOf(steps: readonly RerunStep[]): readonly AgentEvent[] {
  return steps
    .flatMap((step) => (step.type === 'act' ? [step.event] : step.turn.opening))
    .filter(({ kind }) => isPrompt(kind))
}

/** Whether events of this kind are what a turn answers. */
export function isPrompt(kind: AgentEvent['kind']): boolean {
  return kind === 'user' || kind === 'mail'
}

function hasAnswer(events: readonly AgentEvent[]): boolean {
  return events.some(({ kind }) => kind === 'assistant')
}

/** Returns the events of the scope. */
export function eventsOf(events: readonly AgentEvent[], { from, to }: RerunScope): readonly AgentEvent[] {
  return events.filter(({ id }) => id >= from && id <= to)
}

/**
 * Returns the model that the agent had at the beginning of the scope. `now`: the one that it has now. It is exact if the
 * model was not switched since, or if the first answer says which model was asked and at which level.
 */
export function choiceAt(events: readonly AgentEvent[], from: EventId, now: ModelChoice | null): ModelChoice | null {
  const later = events.filter(({ id }) => id >= from)
  if (!later.some(({ kind }) => kind === 'model')) return now
  const before = events.findLast(({ id, kind }) => kind === 'model' && id < from)
  const answer = later.find(({ kind }) => kind === 'assistant' || kind === 'interrupted')
  return (before === undefined ? null : switchedTo(before)) ?? (answer === undefined ? now : (askedBy(answer) ?? now))
}

/** Returns the choice that an event of the kind `model` recorded; null: it is none, or its provider is not known. */
export function switchedTo(event: AgentEvent): ModelChoice | null {
  if (event.kind !== 'model' || !isProviderName(event.data.provider)) return null
  const { provider, model, thinking_level: thinkingLevel } = event.data
  return { provider, model, thinkingLevel }
}

function askedBy(event: AgentEvent): ModelChoice | null {
  if (event.kind !== 'assistant') return null
  const { provider, requested_model: requested, pool, thinking_level: level } = event.data
  if (provider === undefined || !isProviderName(provider) || level === undefined) return null
  const model = pool === undefined ? requested : `@${pool}`
  return model === undefined ? null : { provider, model, thinkingLevel: level }
}

/** Refuses a choice that no rerun can have. */
export function usableChoice(choice: ModelChoice | null): Result<ModelChoice> {
  if (choice === null) return refuse('The agent has no model. Name one.')
  return isProviderName(choice.provider) ? ok(choice) : refuse(OUTSIDE_AGENT)
}

const OUTSIDE_AGENT = 'An outside agent runs its tools itself, so that nothing can be played back. Choose a model.'
