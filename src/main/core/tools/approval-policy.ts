import type { ApprovalRule } from '../../../shared/approval.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { PreparedCall } from '../ports.ts'
import { matchesPattern } from './match-pattern.ts'

/** A call that somebody has to decide on. */
export interface PolicyQuestion {
  readonly tool: string
  readonly call: Pick<PreparedCall, 'subject' | 'access' | 'isInFolder'>
  /** The agent first, then its parent, up to the root. */
  readonly lineage: readonly AgentId[]
  /** Where the agent works, absolute: patterns for paths may be relative to it. */
  readonly folder: string
}

/**
 * What is to happen with a call. A matching `deny` always holds; otherwise the most special matching rule: one with a
 * pattern before one without, one for the agent before one for a subtree before one for all. Where two say different
 * things with the same right, a person is asked. Without a rule: reading in the agent's folder and acting on the agent
 * tree are allowed, everything else asks.
 */
export function decideApproval(question: PolicyQuestion, rules: readonly ApprovalRule[]): ApprovalRule['action'] {
  const matching = rules.filter((rule) => matches(rule, question))
  if (matching.some(({ action }) => action === 'deny')) return 'deny'
  const strongest = Math.max(...matching.map(strength))
  const [first, ...others] = matching.filter((rule) => strength(rule) === strongest)
  if (first === undefined) return defaultAction(question)
  return others.every(({ action }) => action === first.action) ? first.action : 'ask'
}

function defaultAction({ call }: PolicyQuestion): ApprovalRule['action'] {
  return call.access === 'context' || (call.access === 'read' && call.isInFolder) ? 'allow' : 'ask'
}

function matches({ tool, pattern, scope }: ApprovalRule, question: PolicyQuestion): boolean {
  if (!matchesPattern(tool, question.tool, 'read')) return false
  if (scope.type === 'agent' && scope.agentId !== question.lineage[0]) return false
  if (scope.type === 'subtree' && !question.lineage.includes(scope.agentId)) return false
  return pattern === null || matchesSubject(pattern, question)
}

function matchesSubject(pattern: string, { call, folder }: PolicyQuestion): boolean {
  const isPath = call.access === 'read' || call.access === 'write'
  const absolute = isPath && !pattern.startsWith('/') && pattern !== '*' ? `${folder}/${pattern}` : pattern
  return matchesPattern(absolute, call.subject, call.access)
}

const SCOPE_STRENGTH = { everywhere: 0, subtree: 1, agent: 2 } as const

function strength({ pattern, scope }: ApprovalRule): number {
  return (pattern === null ? 0 : 10) + SCOPE_STRENGTH[scope.type]
}
