import { expect, it } from 'vitest'

import { decideApproval } from '../../../src/main/core/approvals/approval-policy.ts'
import type { ApprovalRule } from '../../../src/shared/approval.ts'
import { bash, CHILD, PARENT, rule } from '../../support/policy-question.ts'

/** Pattern and scope of rules, the weakest first. */
const BY_STRENGTH = [null, 'ls *'].flatMap((pattern) =>
  [
    { type: 'everywhere' } as const,
    { type: 'subtree', agentId: PARENT } as const,
    { type: 'agent', agentId: CHILD } as const,
  ].map((scope) => [pattern, scope] as const),
)

it.each(
  BY_STRENGTH.flatMap((stronger, index) => BY_STRENGTH.slice(0, index).map((weaker) => [weaker, stronger] as const)),
)('rules for %j yield to those for %j', (weaker, stronger) => {
  const given = (first: ApprovalRule['action'], second: ApprovalRule['action']) => [
    rule(first, 'bash', ...weaker),
    rule(second, 'bash', ...stronger),
  ]
  expect(decideApproval(bash('ls'), given('ask', 'allow'))).toBe('allow')
  expect(decideApproval(bash('ls'), given('allow', 'ask'))).toBe('ask')
  expect(decideApproval(bash('ls'), given('deny', 'allow'))).toBe('deny')
})
