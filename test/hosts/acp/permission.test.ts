import { expect, it } from 'vitest'

import { askedCall, permissionAnswer, permissionOffers } from '../../../src/main/hosts/acp/permission.ts'
import { type PendingApproval, questionId } from '../../../src/shared/approval.ts'

const CALL: PendingApproval = {
  id: 'c1',
  agentId: '00000000-0000-4000-8000-000000000001',
  tool: 'bash',
  subject: 'git status --short',
  access: 'execute',
  isInFolder: false,
  askedAt: 0,
  patterns: ['git status --short', 'git status *', 'git *'],
}
const chosen = (approval: PendingApproval, optionId: string) =>
  permissionAnswer(permissionOffers(approval), { outcome: 'selected', optionId })

it('offers the call itself, exactly this from now on, the widest pattern, and to deny', () => {
  expect(permissionOffers(CALL).map(({ kind, name }) => [kind, name])).toEqual([
    ['allow_once', 'Allow once'],
    ['allow_always', 'Always allow exactly this in this session'],
    ['allow_always', 'Always allow in this session: git *'],
    ['reject_once', 'Deny'],
  ])
  expect(chosen(CALL, 'allow_pattern_1')).toEqual({ type: 'allow', for: 'agent', pattern: 'git *' })
})

it('takes nothing that was not offered as a permission', () => {
  const askedEachTime = [
    { ...CALL, protectedAs: 'a file for secrets' },
    { ...CALL, askedByHook: 'It deploys.' },
  ]
  for (const call of askedEachTime) {
    expect(permissionOffers(call).map(({ kind }) => kind)).toEqual(['allow_once', 'reject_once'])
    for (const optionId of ['allow_pattern_0', 'allow_pattern_1', 'allow_always', 'yes', '']) {
      expect(chosen(call, optionId)).toEqual({ type: 'deny' })
    }
  }
  expect(permissionAnswer(permissionOffers(CALL), { outcome: 'cancelled' })).toEqual({ type: 'deny' })
})

it('does not offer a pattern that is too long to be read', () => {
  const long = { ...CALL, patterns: ['a', `${'a'.repeat(200)} *`] }
  expect(permissionOffers(long).map(({ optionId }) => optionId)).toEqual(['allow_once', 'allow_pattern_0', 'deny'])
})

it('offers the choices of a question, and cannot ask one without choices', () => {
  const question = { ...CALL, access: 'question', subject: 'Which?', choices: ['Red', 'Blue'] } as const
  expect(chosen(question, 'choice_1')).toEqual({ type: 'reply', choices: ['Blue'], text: '' })
  expect(permissionOffers({ ...question, choices: [] })).toEqual([])
})

it('shows an edit as a diff, hidden characters in its title, and what is special about it', () => {
  const preview =
    '--- /project/a.ts\n+++ /project/a.ts\n@@ -1,2 +1,2 @@\n one\n-old\n+new\n\\ No newline at end of file\n'
  const edit = { ...CALL, tool: 'file_edit', access: 'write', subject: '/project/a\u202e.ts', preview } as const
  const asked = askedCall({ ...edit, protectedAs: 'a file for secrets' }, 'Helper')
  expect(asked).toMatchObject({ kind: 'edit', title: 'Helper: file_edit: /project/a⟨U+202E⟩.ts' })
  expect(asked.content).toContainEqual({
    type: 'diff',
    path: '/project/a.ts',
    oldText: 'one\nold\n',
    newText: 'one\nnew',
  })
  const text = JSON.stringify(asked.content)
  for (const fact of ['outside the agent’s folder', 'It is a file for secrets']) expect(text).toContain(fact)
})

it('names the call of the session that the question holds back, and no call that the session does not show', () => {
  const id = questionId(CALL.agentId, 'call')
  const asked = (given: string, agent: string | null) =>
    askedCall({ ...CALL, callId: 'call', id: given }, agent).toolCallId
  expect([asked(id, null), asked(id, 'Helper'), asked(`${id}/1`, null)]).toEqual(['call', id, `${id}/1`])
})

it('shows a preview that is no diff as text', () => {
  const edit = { ...CALL, tool: 'file_write', access: 'write', preview: 'It would be replaced.' } as const
  expect(JSON.stringify(askedCall(edit, null).content)).toContain('It would be replaced.')
})

it('offers to apply what a command changed in a copy, and names the files', () => {
  const effects = {
    folder: '/project',
    listed: [
      { path: 'src/a.ts', kind: 'changed', isFolder: false },
      { path: 'old', kind: 'deleted', isFolder: true },
    ],
    count: 5,
  } as const
  const asked = {
    ...CALL,
    tool: 'effects',
    subject: 'make',
    access: 'write',
    effects,
    patterns: ['/project/*'],
  } as const
  expect(permissionOffers(asked).map(({ name }) => name)).toEqual([
    'Apply',
    'Always apply changes in this session: /project/*',
    'Drop',
  ])
  expect(permissionOffers({ ...asked, protectedAs: 'a file for secrets' }).map(({ name }) => name)).toEqual([
    'Apply',
    'Drop',
  ])
  const shown = askedCall(asked, null)
  expect(shown.locations).toEqual([{ path: '/project/src/a.ts' }, { path: '/project/old' }])
  expect(JSON.stringify(shown.content)).toContain(String.raw`changed     src/a.ts\ndeleted     old/\nand 3 more`)
})
