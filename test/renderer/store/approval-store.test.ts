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

it('keeps what waits, what stands and what was settled, and repeated items change nothing', () => {
  const state = applyApprovalItems(NO_APPROVALS, [
    { type: 'snapshot', pending: [question('x')], rules: [] },
    { type: 'requested', approval: question('x') },
    { type: 'requested', approval: question('y') },
    { type: 'settled', id: 'x', how: 'allowed' },
    { type: 'settled', id: 'x', how: 'allowed' },
    { type: 'rules', rules: [rule] },
  ])
  expect(state).toMatchObject({
    pending: new Map([['y', question('y')]]),
    rules: [rule],
    settled: [{ approval: question('x'), how: 'allowed', isOwn: false }],
  })
})

it('knows what this window answered, and keeps the newest answers', () => {
  const ids = Array.from({ length: 25 }, (_, index) => String(index))
  const asked = applyApprovalItems(NO_APPROVALS, [{ type: 'snapshot', pending: ids.map(question), rules: [] }])
  const answered = applyApprovalItems(
    { ...asked, own: new Set(['24']) },
    ids.map((id) => ({ type: 'settled', id, how: 'denied' })),
  )
  expect(answered.settled).toHaveLength(20)
  expect(answered.settled.map(({ isOwn }) => isOwn).lastIndexOf(true)).toBe(0)
})

it('forgets with a new snapshot what was answered while the window was away', () => {
  const before = applyApprovalItems(NO_APPROVALS, [{ type: 'requested', approval: question('x') }])
  expect(applyApprovalItems(before, [{ type: 'snapshot', pending: [], rules: [] }])).toEqual(NO_APPROVALS)
})
