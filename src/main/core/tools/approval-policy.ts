import type { ApprovalRule } from '../../../shared/approval.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { PreparedCall } from '../ports.ts'
import { matchesPattern } from './match-pattern.ts'
import { isHarmlessFilter } from './offer-patterns.ts'
import { type SimpleCommand, splitCommand } from './split-command.ts'

/** A call that somebody has to decide on. */
export interface PolicyQuestion {
  readonly tool: string
  readonly call: Pick<PreparedCall, 'subject' | 'access' | 'isInFolder'>
  /** The agent first, then its parent, up to the root. */
  readonly lineage: readonly AgentId[]
  /** Where the agent works, absolute: patterns for paths may be relative to it. */
  readonly folder: string
}

type Action = ApprovalRule['action']

/**
 * What is to happen with a call. A matching `deny` always holds; otherwise the most special matching rule: one with a
 * pattern before one without, one for the agent before one for a subtree before one for all. Where two say different
 * things with the same right, a person is asked. Without a rule: reading in the agent's folder and acting on the agent
 * tree are allowed, everything else asks.
 *
 * A command line of several commands is also what its commands are: all of them allowed, it is allowed; one of them
 * forbidden, it is forbidden. (A rule stops the command that it names, not every way to write it.)
 */
export function decideApproval(question: PolicyQuestion, rules: readonly ApprovalRule[]): Action {
  const whole = decide(question, rules)
  if (question.call.access !== 'execute' || whole.action === 'deny' || whole.isByPattern) return whole.action
  const commands = splitCommand(question.call.subject)
  if (commands === null) return hasNarrowRule(question, rules) ? 'ask' : whole.action
  const actions = commands.map((command) => decideCommand(command, question, rules))
  if (actions.includes('deny')) return 'deny'
  return actions.length > 0 && actions.every((action) => action === 'allow') ? 'allow' : 'ask'
}

interface Decision {
  readonly action: Action
  /** A rule with a pattern said so. */
  readonly isByPattern: boolean
}

function decide(question: PolicyQuestion, rules: readonly ApprovalRule[]): Decision {
  const matching = rules.filter((rule) => matches(rule, question))
  if (matching.some(({ action }) => action === 'deny')) return { action: 'deny', isByPattern: true }
  const strongest = Math.max(...matching.map(strength))
  const [first, ...others] = matching.filter((rule) => strength(rule) === strongest)
  if (first === undefined) return { action: defaultAction(question), isByPattern: false }
  const isAgreed = others.every(({ action }) => action === first.action)
  return { action: isAgreed ? first.action : 'ask', isByPattern: first.pattern !== null }
}

function decideCommand(command: SimpleCommand, question: PolicyQuestion, rules: readonly ApprovalRule[]): Action {
  const as = (subject: string): PolicyQuestion => ({ ...question, call: { ...question.call, subject } })
  const written = decide(as(command.text), rules)
  if (written.action === 'deny' || written.isByPattern) return written.action
  const plain = decide(as(command.plain), rules)
  return plain.isByPattern || !isHarmlessFilter(command.text) ? plain.action : 'allow'
}

/** Somebody has drawn a line somewhere among this tool's calls, and nobody knows on which side this one is. */
function hasNarrowRule(question: PolicyQuestion, rules: readonly ApprovalRule[]): boolean {
  return rules.some(
    (rule) => rule.action !== 'allow' && rule.pattern !== null && matches({ ...rule, pattern: null }, question),
  )
}

function defaultAction({ call }: PolicyQuestion): Action {
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
