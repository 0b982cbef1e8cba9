import { describe, expect, it } from 'vitest'

import { approvalQuestion, coversThis, everyCall } from '../../../src/renderer/approvals/approval-labels.ts'
import { shownPattern, shownText, typedPattern } from '../../../src/renderer/approvals/shown-text.ts'
import type { PendingApproval } from '../../../src/shared/approval.ts'

it.each([
  ['git status >\u00a0/dev/null', 'git status >⟨U+00A0⟩/dev/null'],
  ['a\u202eb\u001b[2K\rc', 'a⟨U+202E⟩b⟨U+001B⟩[2K⟨U+000D⟩c'],
  [`ls${'\n'.repeat(40)}rm -rf x`, 'ls\n⟨39 blank lines⟩\nrm -rf x'],
  [`ls${'\n \t'.repeat(40)}\nrm -rf x`, 'ls\n⟨40 blank lines⟩\nrm -rf x'],
  ['a\n\n\nb', 'a\n\n\nb'],
  ['a\n\n\n\n', 'a\n⟨4 blank lines⟩'],
])('shows %j as %j', (text, shown) => {
  expect(shownText(text)).toBe(shown)
})

it('folds the blank lines of a diff, those that are added apart from those that stay', () => {
  const diff = ['@@ -1 +1 @@', ...Array.from({ length: 30 }, () => '+'), ' ', ' ', '+rm', '']
  expect(shownText(diff.join('\n'), 1)).toBe(['@@ -1 +1 @@', '+⟨30 blank lines⟩', ' ', ' ', '+rm', ''].join('\n'))
})

const approval = (fields: Partial<PendingApproval>): PendingApproval => ({
  id: '1',
  agentId: 'a',
  tool: 'file_edit',
  subject: '/x',
  access: 'write',
  isInFolder: true,
  askedAt: 0,
  patterns: [],
  ...fields,
})

it('asks about a new file whether to create it', () => {
  expect(approvalQuestion(approval({ tool: 'file_write', isNewFile: true }))).toBe('Create this file?')
  expect(approvalQuestion(approval({ tool: 'file_write' }))).toBe('Change this file?')
})

it('says what the place of a file means', () => {
  expect(approvalQuestion(approval({ isInFolder: false, protectedAs: 'a place for keys', wideFolder: 'home' }))).toBe(
    'Change this file? It is outside the agent’s folder. It is a place for keys. The agent’s folder is a whole home directory.',
  )
  expect(approvalQuestion(approval({ access: 'execute', protectedAs: 'a place for keys' }))).toBe(
    'May file_edit run this? It names a place for keys.',
  )
  // A tool that acts in another way than it is known for is named.
  expect(approvalQuestion(approval({ tool: 'bash', access: 'execute' }))).toBe('Run this command?')
  expect(approvalQuestion(approval({ tool: 'bash', access: 'write' }))).toBe('May bash change this file?')
  expect(approvalQuestion(approval({ tool: 'toString', access: 'execute' }))).toBe('May toString run this?')
  expect([everyCall(approval({})), everyCall(approval({ access: 'execute' }))]).toEqual([
    'every file_edit in its folder',
    'every file_edit',
  ])
  const covered = [{}, { isInFolder: false }, { protectedAs: 'x' }, { access: 'execute', protectedAs: 'x' }] as const
  expect(covered.map((fields) => coversThis(approval(fields)))).toEqual([true, false, false, true])
})

describe('the field of a pattern', () => {
  it.each(['git status *', 'echo a\necho b', 'echo \u202etxt.exe\u2066 \u00a0', 'tab\tand \\*'])(
    'shows all of %j and gives it back',
    (pattern) => {
      const shown = shownPattern(pattern)
      expect(shown).not.toMatch(/[\n\u202e\u2066\u00a0]/)
      expect(typedPattern(shown)).toBe(pattern)
    },
  )

  it('keeps what is not a code point', () => expect(typedPattern('⟨U+FFFFFF⟩ ⟨U+⟩')).toBe('⟨U+FFFFFF⟩ ⟨U+⟩'))
})

it('asks about a difference of a rerun in words of its own', () => {
  expect(approvalQuestion(approval({ access: 'question', tool: 'ask' }))).toBe('The agent asks:')
  expect(approvalQuestion(approval({ access: 'question', tool: 'rerun' }))).toBe('How does the rerun go on?')
})
