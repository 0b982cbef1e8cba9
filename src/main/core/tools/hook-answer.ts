import type { HookEnd } from '../ports/hook-ports.ts'
import { readHookAnswer, readHookNote } from '../../../shared/read-hook-answer.ts'

/** What a hook says about a call. It can only restrict: the rules are asked about what it lets through. */
export type HookDecision =
  | { readonly type: 'continue' }
  /** The user is asked, whatever the rules say. `reason`: for the user, a sentence. */
  | { readonly type: 'ask'; readonly reason: string }
  /** `message`: for the model. */
  | { readonly type: 'deny'; readonly message: string }

/** Longest text of a hook that is shown or given to a model, UTF-16 units. */
const MAX_TEXT = 10_000
/** Exit code by which a hook objects; its stderr is the reason. */
const OBJECTS = 2

/** Decides by the end of a hook that ran before a call. What is not understood is asked. */
export function decisionOf(name: string, end: HookEnd): HookDecision {
  if (end.type === 'failed') return { type: 'ask', reason: `The hook ${name} failed: ${end.message}` }
  if (end.code === OBJECTS) return denied(name, end.stderr)
  if (end.code !== 0) return { type: 'ask', reason: `The hook ${name} failed with exit code ${end.code}.` }
  const answer = readHookAnswer(end.stdout)
  if (answer === null) return { type: 'ask', reason: notUnderstood(name, end.stdout) }
  if (answer.decision === 'deny') return denied(name, answer.reason)
  if (answer.decision === 'continue') return { type: 'continue' }
  return { type: 'ask', reason: shortened(answer.reason) || `The hook ${name} asks.` }
}

/** Returns what a hook that ran after a call adds to the result, for the model; null: nothing. */
export function noteOf(name: string, end: HookEnd): string | null {
  if (end.type === 'failed') return null
  const text = end.code === OBJECTS ? shortened(end.stderr) : end.code === 0 ? shortened(readHookNote(end.stdout)) : ''
  return text === '' ? null : `[Output of the user's hook ${name}:\n${text}]`
}

/** Returns why the end of a hook is a failure, as a sentence; null: it is none. */
export function hookFailure(end: HookEnd): string | null {
  if (end.type === 'failed') return end.message
  return end.code === 0 || end.code === OBJECTS ? null : `It ended with exit code ${end.code}.`
}

function denied(name: string, reason: string): HookDecision {
  const text = shortened(reason)
  return { type: 'deny', message: `A hook of the user (${name}) forbids this call.${text === '' ? '' : `\n${text}`}` }
}

function shortened(text: string): string {
  const trimmed = text.trim()
  return trimmed.length <= MAX_TEXT ? trimmed : `${trimmed.slice(0, MAX_TEXT)}…`
}

/** Longest part of an output that is shown because it is not understood, UTF-16 units. */
const MAX_SHOWN = 200

function notUnderstood(name: string, stdout: string): string {
  const text = stdout.trim()
  const shown = text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`
  return `The hook ${name} wrote something that ikigai does not understand and that may be a denial: ${shown.toWellFormed()}`
}
