import type { PolicyQuestion } from '../../src/main/core/approvals/approval-policy.ts'
import type { ApprovalRule, ApprovalScope } from '../../src/shared/approval.ts'
import type { ToolAccess } from '../../src/shared/tool-access.ts'

export const CHILD = 'child'
export const PARENT = 'parent'

const EVERYWHERE: ApprovalScope = { type: 'everywhere' }

/** Returns a rule for all agents, or for some. */
export function rule(
  action: ApprovalRule['action'],
  tool: string,
  pattern: string | null,
  scope = EVERYWHERE,
): ApprovalRule {
  return { id: `${action} ${tool}`, tool, pattern, action, scope, createdAt: 0 }
}

/** Returns a call of an agent in `/work`. */
export function question(tool: string, access: ToolAccess, subject: string, changes: Partial<PolicyQuestion> = {}) {
  return {
    tool,
    call: { subject, access, isInFolder: true },
    lineage: [CHILD, PARENT],
    folder: '/work',
    ...changes,
  } satisfies PolicyQuestion
}

/** Returns a call of bash. */
export const bash = (command: string): PolicyQuestion => question('bash', 'execute', command)
