import type { ApprovalGate } from '../approvals/approval-gate.ts'
import type { AskServerQuestion } from '../approvals/server-questions.ts'
import type { ToolCallSite, ApproveAccess, AskForServer } from '../ports/tool-ports.ts'

export interface CallQuestioners {
  readonly approvals: ApprovalGate
  /** Missing: questions of servers are declined. */
  readonly askServerQuestion?: AskServerQuestion
}

/**
 * Returns what decides the further accesses of a running call, and what asks the user for its server. These questions
 * have ids of their own.
 */
export function callQuestions(
  tool: string,
  site: ToolCallSite,
  turn: AbortSignal,
  { approvals, askServerQuestion }: CallQuestioners,
): { readonly approve: ApproveAccess; readonly ask?: AskForServer } {
  let count = 0
  const next = (): ToolCallSite => ({ ...site, question: ++count })
  return {
    approve: (access, signal) => {
      const asked = { paths: [], isInFolder: false, ...access }
      return approvals.approve(tool, asked, next(), AbortSignal.any([turn, signal]))
    },
    ...(askServerQuestion !== undefined && {
      ask: (asked, signal) => askServerQuestion(asked, next(), AbortSignal.any([turn, signal])),
    }),
  }
}
