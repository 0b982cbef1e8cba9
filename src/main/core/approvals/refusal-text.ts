import type { ApprovalRule } from '../../../shared/approval.ts'
import { type AgentId, shortAgentId } from '../../../shared/ids.ts'
import { quotedWord } from '../../../shared/shell-word.ts'
import { leavesSandbox } from '../../../shared/sandbox.ts'
import { decideForAll, type PolicyQuestion } from './approval-policy.ts'
import { exactPattern } from './match-pattern.ts'
import { effectPatterns, offeredPatterns } from './offer-patterns.ts'

/** A call that needs approval in a run without a user who can answer. */
export interface RefusedCall {
  /** For the agent itself first, then for the agents whose mail led to the call. */
  readonly policies: readonly PolicyQuestion[]
  readonly policy: PolicyQuestion
  readonly mailFrom: readonly AgentId[]
  /** The change of the tool's definition since the tool was allowed; null: the question has another reason. */
  readonly change: string | null
  /** The rules by which the call was decided. */
  readonly rules: readonly ApprovalRule[]
}

/** Denial text for the model, which can tell the user how to permit the call. */
export function nobodyToAsk(refused: RefusedCall): string {
  const { policy, mailFrom, change } = refused
  const { tool, call } = policy
  const changed = change === null ? '' : `The definition of ${tool} has changed since it was allowed. `
  const whose =
    mailFrom.length === 0
      ? ''
      : `This turn follows mail of ${mailFrom.map(shortAgentId).join(', ')}, so only what both agents may do is allowed. `
  const hook = call.askedByHook === undefined ? '' : `${call.askedByHook} `
  if (call.access === 'mail') return `${whose}${heldMail(call.subject)}`
  const what = call.effects === undefined ? tool : 'What the command changed in a copy of the folder'
  return `${whose}${changed}${hook}${what} needs a user's approval, and nobody can be asked in this run. ${howToPermit(refused)}`
}

/**
 * Denial text for mail to an agent that is neither an ancestor nor a descendant. The user can repeat the run with the
 * flag, or allow the mail in the window.
 */
function heldMail(subject: string): string {
  const [pattern = ''] = offeredPatterns(subject, 'mail')
  return `The mail is held and was not sent: this agent and ${shortAgentId(subject)} are not one above the other in the tree, so a user must accept mail from one to the other first, and nobody can be asked in this run. To accept it: --allow 'mail:${pattern}'`
}

/** Names the flags that would permit the call, the widest first. A flag that does not reach the call is not named. */
function howToPermit({ policies, policy, rules }: RefusedCall): string {
  const outside = leavesSandbox(policy.call.sandbox)
  const permits = (pattern: string | null): boolean =>
    decideForAll(policies, [...rules, { ...allowance(policy.tool, pattern), outside }]) === 'allow'
  const { effects } = policy.call
  const isFewer = effects !== undefined
  // The narrower one is the exact call, or for effects the folder of all of them.
  const narrow = isFewer ? effectPatterns(effects.map(({ path }) => path)).at(-1) : exactPattern(policy.call.subject)
  const wide = [null, ...(isFewer ? [] : folderPattern(policy))].find(permits)
  const isNarrow = narrow !== undefined && permits(narrow)
  const flags = [...(wide === undefined ? [] : [wide]), ...(isNarrow ? [narrow] : [])]
  const [first, only] = flags.map((pattern) => flag(outside ? '--allow-outside' : '--allow', policy.tool, pattern))
  if (first === undefined) return 'No --allow permits it: it is asked each time, in a window.'
  const what = isFewer ? 'in this folder' : 'this call'
  return `To permit it: ${first}${only === undefined ? '' : `, or only ${what}: ${only}`}`
}

/** The pattern for the folder of a file and everything below it; none for other calls. */
function folderPattern({ call }: PolicyQuestion): readonly string[] {
  if (call.access !== 'read' && call.access !== 'write') return []
  const folder = call.subject.slice(0, Math.max(call.subject.lastIndexOf('/'), call.subject.lastIndexOf('\\'), 0))
  return [`${exactPattern(folder)}/**`]
}

/** The rule of `--allow TOOL` (pattern null) or `--allow TOOL:PATTERN`. */
function allowance(tool: string, pattern: string | null): ApprovalRule {
  return { id: 'flag', tool, pattern, action: 'allow', scope: { type: 'everywhere' }, createdAt: 0 }
}

function flag(option: string, tool: string, pattern: string | null): string {
  return pattern === null ? `${option} ${tool}` : `${option} ${quotedWord(`${tool}:${pattern}`)}`
}
