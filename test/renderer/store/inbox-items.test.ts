import { expect, it } from 'vitest'

import { inboxItems, NO_DISMISSALS, questionsLike, withDismissed } from '../../../src/renderer/store/inbox-items.ts'
import type { PendingApproval } from '../../../src/shared/approval.ts'
import { agentSummary } from '../../support/agent-summary.ts'

const FAILED = { type: 'failed', error: { category: 'AUTH', message: 'no', retryable: false } } as const
const question = (id: string, fields: Partial<PendingApproval> = {}): PendingApproval => ({
  id,
  agentId: 'a',
  tool: 'bash',
  subject: `npm test ${id}`,
  access: 'execute',
  isInFolder: true,
  askedAt: 0,
  patterns: [`npm test ${id}`, 'npm test *'],
  ...fields,
})
const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id).join('')

const agents = [
  agentSummary({ id: 'a', activity: FAILED, unfinished: { type: 'failed', eventId: 9 } }),
  agentSummary({ id: 'b', unfinished: { type: 'failed', eventId: 4 } }),
  agentSummary({ id: 'c', unfinished: { type: 'interrupted', eventId: 8 } }),
  agentSummary({ id: 'd', unfinished: { type: 'interrupted', eventId: 2 } }),
  agentSummary({ id: 'e', unfinished: { type: 'interrupted', eventId: 1 }, activity: { type: 'streaming' } }),
  agentSummary({ id: 'f', unfinished: { type: 'interrupted', eventId: 1 }, status: 'killed' }),
  agentSummary({ id: 'g' }),
]

it('sorts what needs the user by section, the oldest first', () => {
  const items = inboxItems(agents, [question('2', { askedAt: 2 }), question('1', { askedAt: 1 })], NO_DISMISSALS)
  expect([ids(items.waiting), ids(items.interrupted), ids(items.failed)]).toEqual(['12', 'dc', 'ba'])
})

it('leaves out a dismissed failure, until there is another one', () => {
  const { failed } = inboxItems(agents, [], NO_DISMISSALS)
  const dismissed = withDismissed(NO_DISMISSALS, failed.slice(0, 1))
  expect(ids(inboxItems(agents, [], dismissed).failed)).toBe('a')
  const again = [agentSummary({ id: 'b', activity: FAILED, unfinished: { type: 'failed', eventId: 12 } })]
  expect(ids(inboxItems(again, [], dismissed).failed)).toBe('b')
})

it('finds the open calls like one: same tool, same pattern, nothing else to decide on', () => {
  const alike = (pattern: string | null, ...others: readonly PendingApproval[]) =>
    ids(questionsLike(question('1'), pattern, [question('1'), ...others]))
  expect(alike('npm test *', question('2'), question('3', { agentId: 'b' }))).toBe('23')
  expect(alike('npm test 1', question('2'))).toBe('')
  expect(alike(null, question('2'))).toBe('')
  const other = [
    question('2', { tool: 'other' }),
    question('3', { subject: 'npm test\nrm -rf .' }),
    question('4', { subject: `npm test ${'x'.repeat(300)}` }),
    question('5', { protectedAs: 'a file for secrets' }),
    question('6', { mailFrom: ['b'] }),
  ]
  expect(alike('npm test *', ...other)).toBe('')
})
