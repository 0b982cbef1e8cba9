import { hookAnswerSchema } from '../../../shared/tool-hook.ts'
import type { HookEnd } from '../ports/hook-ports.ts'

/** What a hook says about a call. It can only restrict: the rules are asked about what it lets through. */
export type HookDecision =
  | { readonly type: 'continue' }
  /** The person is asked, whatever the rules say. `reason`: for the person, a sentence. */
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
  if (!end.stdout.trim().startsWith('{')) return { type: 'continue' }
  const answer = hookAnswerSchema.safeParse(parse(end.stdout))
  if (!answer.success) return { type: 'ask', reason: `The answer of the hook ${name} is not valid.` }
  const { decision = 'continue', reason = '' } = answer.data
  if (decision === 'deny') return denied(name, reason)
  return decision === 'ask'
    ? { type: 'ask', reason: shortened(reason) || `The hook ${name} asks.` }
    : { type: 'continue' }
}

/** Returns what a hook that ran after a call adds to the result, for the model; null: nothing. */
export function noteOf(name: string, end: HookEnd): string | null {
  if (end.type === 'failed' || end.code !== OBJECTS) return null
  const text = shortened(end.stderr)
  return text === '' ? null : `[Output of the person's hook ${name}:\n${text}]`
}

/** Returns why the end of a hook is a failure, as a sentence; null: it is none. */
export function hookFailure(end: HookEnd): string | null {
  if (end.type === 'failed') return end.message
  return end.code === 0 || end.code === OBJECTS ? null : `It ended with exit code ${end.code}.`
}

function denied(name: string, reason: string): HookDecision {
  const text = shortened(reason)
  return { type: 'deny', message: `A hook of the person (${name}) forbids this call.${text === '' ? '' : `\n${text}`}` }
}

function shortened(text: string): string {
  const trimmed = text.trim()
  return trimmed.length <= MAX_TEXT ? trimmed : `${trimmed.slice(0, MAX_TEXT)}…`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
