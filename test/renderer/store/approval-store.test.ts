import { expect, it } from 'vitest'

import { applyApprovalItems, NO_APPROVALS } from '../../../src/renderer/store/approval-store.ts'
import type { ApprovalRule, PendingApproval } from '../../../src/shared/approval.ts'

const question = (id: string): PendingApproval => ({
  id,
  agentId: 'a',
  tool: 'bash',
  subject: 'ls',
  access: 'execute',
  isInFolder: true,
  askedAt: 0,
  patterns: ['ls'],
})
const rule: ApprovalRule = {
  id: 'r',
  tool: 'bash',
  pattern: null,
  action: 'allow',
  scope: { type: 'everywhere' },
  createdAt: 0,
}

it('keeps what waits and what stands, and being told twice changes nothing', () => {
  const state = applyApprovalItems(NO_APPROVALS, [
    { type: 'snapshot', pending: [question('x')], rules: [] },
    { type: 'requested', approval: question('x') },
    { type: 'requested', approval: question('y') },
    { type: 'settled', id: 'x' },
    { type: 'settled', id: 'x' },
    { type: 'rules', rules: [rule] },
  ])
  expect(state).toEqual({ pending: new Map([['y', question('y')]]), rules: [rule] })
})

it('forgets with a new snapshot what was answered while the window was away', () => {
  const before = applyApprovalItems(NO_APPROVALS, [{ type: 'requested', approval: question('x') }])
  expect(applyApprovalItems(before, [{ type: 'snapshot', pending: [], rules: [] }])).toEqual(NO_APPROVALS)
})
