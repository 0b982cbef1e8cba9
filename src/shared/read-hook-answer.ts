import { z } from 'zod'

import { readLenient } from './lenient-json.ts'

/** What a hook before a call printed. There is no decision that allows. */
export interface HookAnswer {
  readonly decision: 'continue' | 'ask' | 'deny'
  /** Empty: it gave none. */
  readonly reason: string
}

/** The form of docs/hooks.md. */
const ownSchema = z.strictObject({ decision: z.enum(['continue', 'ask', 'deny']), reason: z.string().optional() })

const permissionKeys = {
  permissionDecision: z.enum(['allow', 'ask', 'deny']).optional(),
  permissionDecisionReason: z.string().optional(),
}

/**
 * The form of hooks for Claude Code (code.claude.com/docs/en/hooks, PreToolUse), with the older `decision`, and with the
 * permission at the root, as other programs read it. A hook that changes arguments (`updatedInput`) is not understood:
 * the call as it is may be what the hook wants to prevent.
 */
const claudeCodeSchema = z.strictObject({
  decision: z.enum(['approve', 'block']).optional(),
  reason: z.string().optional(),
  continue: z.boolean().optional(),
  stopReason: z.string().optional(),
  suppressOutput: z.boolean().optional(),
  systemMessage: z.string().optional(),
  ...permissionKeys,
  hookSpecificOutput: z
    .strictObject({
      hookEventName: z.literal('PreToolUse').optional(),
      additionalContext: z.string().optional(),
      ...permissionKeys,
    })
    .optional(),
})

/** What hooks for Claude Code print after a call (PostToolUse). Other keys do not change what is added to the result. */
const noteSchema = z.object({
  decision: z.literal('block').optional(),
  reason: z.string().optional(),
  hookSpecificOutput: z.object({ additionalContext: z.string().optional() }).optional(),
})

/**
 * Reads what a hook before a call printed on stdout: nothing, or one JSON object in its own form or in that of Claude
 * Code. Of several decisions the strictest counts. Null: it is anything else, and may be a denial.
 */
export function readHookAnswer(stdout: string): HookAnswer | null {
  if (stdout.trim() === '') return { decision: 'continue', reason: '' }
  const value = parsed(stdout)
  const own = ownSchema.safeParse(value)
  if (own.success) return { decision: own.data.decision, reason: own.data.reason ?? '' }
  const foreign = claudeCodeSchema.safeParse(value)
  return foreign.success ? meaning(foreign.data) : null
}

/** Returns what a hook after a call printed for the model, in the form of Claude Code; empty: nothing. */
export function readHookNote(stdout: string): string {
  const note = noteSchema.safeParse(parsed(stdout))
  if (!note.success) return ''
  const { decision, reason, hookSpecificOutput } = note.data
  const texts = [decision === 'block' ? reason : undefined, hookSpecificOutput?.additionalContext]
  return texts.filter((text) => text !== undefined).join('\n')
}

function meaning(answer: z.infer<typeof claudeCodeSchema>): HookAnswer | null {
  const { hookSpecificOutput: inner = {} } = answer
  const reasons = [inner.permissionDecisionReason, answer.permissionDecisionReason, answer.reason, answer.stopReason]
  const reason = reasons.find((text) => text !== undefined)
  const permissions = [inner.permissionDecision, answer.permissionDecision]
  if (permissions.includes('deny') || answer.decision === 'block' || answer.continue === false) {
    return { decision: 'deny', reason: reason ?? '' }
  }
  if (permissions.includes('ask')) return { decision: 'ask', reason: reason ?? '' }
  const isDecided = permissions.includes('allow') || answer.decision === 'approve' || answer.continue === true
  // A reason without a decision may be that of a denial.
  return reason === undefined || isDecided ? { decision: 'continue', reason: '' } : null
}

/** Returns the JSON value; undefined: it is none, or has a key twice with different values. */
function parsed(text: string): unknown {
  if (!readLenient(text).ok) return undefined
  try {
    return JSON.parse(text.trim())
  } catch {
    return undefined
  }
}
