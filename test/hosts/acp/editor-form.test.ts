import { expect, it } from 'vitest'

import { formAnswer, editorForm } from '../../../src/main/hosts/acp/editor-form.ts'
import type { PendingApproval } from '../../../src/shared/approval.ts'

const QUESTION: PendingApproval = {
  id: 'a1',
  agentId: 'a1b2c3d4-0000-4000-8000-000000000001',
  tool: 'ask',
  subject: 'Which name?',
  access: 'question',
  isInFolder: true,
  askedAt: 0,
  patterns: [],
}

it('asks only questions of models without choices, and names a descendant that asks', () => {
  expect(editorForm(QUESTION, null)?.message).toBe('Which name?')
  expect(editorForm(QUESTION, 'Scout')?.message).toBe('Scout: Which name?')
  expect(editorForm({ ...QUESTION, choices: ['One', 'Two'] }, null)).toBeNull()
  expect(editorForm({ ...QUESTION, access: 'trust' }, null)).toBeNull()
  // A reply cannot answer the form of a tool server.
  const serverQuestion = { server: 's', tool: 't', message: 'Who?', asks: { type: 'form', fields: [] } } as const
  expect(editorForm({ ...QUESTION, serverQuestion }, null)).toBeNull()
})

it('takes an answer only from a form that was accepted with a text', () => {
  expect(formAnswer({ action: 'accept', content: { answer: 'Harbour' } })).toEqual({
    type: 'reply',
    choices: [],
    text: 'Harbour',
  })
  for (const other of [
    null,
    'accept',
    { action: 'accept' },
    { action: 'accept', content: { answer: 1 } },
    { action: 'accept', content: { answer: 'x'.repeat(100_001) } },
    { action: 'decline', content: { answer: 'Harbour' } },
    { action: 'cancel' },
  ]) {
    expect(formAnswer(other)).toMatchObject({ type: 'deny' })
  }
})
