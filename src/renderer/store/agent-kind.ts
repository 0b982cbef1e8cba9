import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { ForkReason } from '../../shared/fork-reason.ts'

/**
 * What an agent is for. `answer`: one of several models that were asked the same. `attempt`: of a race. `task`: of an
 * evaluation. `subagent`: a model forked it. `conversation`: all others.
 */
export type AgentKind = 'conversation' | 'answer' | 'judge' | 'merge' | 'attempt' | 'task' | 'subagent'

const KINDS: Readonly<Record<ForkReason, AgentKind>> = {
  edit: 'conversation',
  retry: 'conversation',
  fork: 'conversation',
  ask: 'answer',
  race: 'attempt',
  evaluation: 'task',
  judge: 'judge',
  merge: 'merge',
  tool: 'subagent',
}

export function agentKind({ forkReason }: AgentSummary): AgentKind {
  return forkReason === undefined ? 'conversation' : KINDS[forkReason]
}

/** Whether a model or the program began it, and not a user. */
export function isBegunByProgram(kind: AgentKind): boolean {
  return kind !== 'conversation' && kind !== 'answer' && kind !== 'merge'
}
