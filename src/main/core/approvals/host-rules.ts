import type { ApprovalRule } from '../../../shared/approval.ts'
import { NETWORK_RULES } from '../../../shared/sandbox.ts'

/** The hosts that config.json lets commands in the sandbox reach, as rules. */
export function hostRules(hosts: readonly string[] | null): readonly ApprovalRule[] {
  return (hosts ?? []).map((pattern) => ({
    id: `sandbox_domains ${pattern}`,
    tool: NETWORK_RULES,
    pattern,
    action: 'allow',
    scope: { type: 'everywhere' },
    createdAt: 0,
  }))
}
