import { expect, it } from 'vitest'

import { textChanges } from '../../../src/main/adapters/checkpoints/text-changes.ts'
import {
  attributedCall,
  attributedReplacement,
  type EndedCall,
  claimsOf,
} from '../../../src/main/core/changes/attribute-changes.ts'
import type { FileDifference, FileVersion } from '../../../src/main/core/ports/checkpoint-ports.ts'
import type { WrittenFile } from '../../../src/main/core/ports/tool-ports.ts'
import { type FileAttribution, whoseFile } from '../../../src/shared/file-changes.ts'

type Text = string | null

const bytes = (text: Text) => (text === null ? null : Buffer.from(text))

function version(text: Text, mode: FileVersion['mode'] = 'file'): FileVersion | null {
  return text === null
    ? null
    : textChanges.versionOf({ mode, content: Buffer.from(text) }, { mode, hash: '0'.repeat(40) })
}

function change(path: string, before: Text, after: Text, mode: FileVersion['mode'] = 'file'): FileDifference {
  return { path, before: version(before), after: version(after, mode), added: 1, removed: 1 }
}

const wrote = (path: string, before: Text, after: Text): WrittenFile => ({
  path: `/p/${path}`,
  before: bytes(before),
  after: bytes(after),
})

const COMMAND: EndedCall = { folder: '/p', wrote: null, isAlone: false, hasSiblings: false, claimed: new Map() }
const TOOL: EndedCall = { ...COMMAND, wrote: [wrote('a', '1', '2')] }
const A = change('a', '1', '2')
const B = change('b', 'x', 'y')
const claimed = (path: string, text: Text) => new Map([[`/p/${path}`, version(text)]])

/** What happened around a call, and whose each file is then. */
const CALLS: readonly (readonly [string, readonly FileDifference[], EndedCall, Readonly<Record<string, string>>])[] = [
  ['a command alone in the main folder', [A], COMMAND, { a: 'unsure' }],
  ['a command in the agent’s own worktree', [A, B], { ...COMMAND, isAlone: true }, { a: 'own', b: 'own' }],
  ['a command in a worktree after something from outside', [A], COMMAND, { a: 'unsure' }],
  ['a file tool alone', [A], TOOL, { a: 'own' }],
  [
    'a file tool that makes a file',
    [change('a', null, '2')],
    { ...TOOL, wrote: [wrote('a', null, '2')] },
    { a: 'own' },
  ],
  [
    'a file tool that removes a file',
    [change('a', '1', null)],
    { ...TOOL, wrote: [wrote('a', '1', null)] },
    { a: 'own' },
  ],
  ['a file tool while the user saves another file', [A, B], TOOL, { a: 'own', b: 'others' }],
  ['a file tool before the user saves the same file', [change('a', '1', '3')], TOOL, { a: 'unsure' }],
  ['a file tool after the user saved the same file', [change('a', '0', '2')], TOOL, { a: 'unsure' }],
  [
    'a file that the user saved twice around a file tool',
    [change('a', '0', '3'), B],
    TOOL,
    { a: 'unsure', b: 'unsure' },
  ],
  ['a file whose mode changed beside a file tool', [change('a', '1', '2', 'executable')], TOOL, { a: 'unsure' }],
  ['a file tool that wrote nothing', [B], { ...TOOL, wrote: [] }, { b: 'others' }],
  ['a file tool beside a command of the agent', [A, B], { ...TOOL, hasSiblings: true }, { a: 'own', b: 'unsure' }],
  [
    'parallel calls in the agent’s own worktree',
    [A, B],
    { ...TOOL, isAlone: true, hasSiblings: true },
    { a: 'own', b: 'own' },
  ],
  ['a file tool in the agent’s own worktree', [A, B], { ...TOOL, isAlone: true }, { a: 'own', b: 'others' }],
  [
    'a command while another agent writes a file',
    [A, B],
    { ...COMMAND, claimed: claimed('b', 'y') },
    { a: 'unsure', b: 'others' },
  ],
  ['a command that changes what another agent wrote', [B], { ...COMMAND, claimed: claimed('b', 'z') }, { b: 'unsure' }],
  [
    'a command while another agent removes a file',
    [change('b', 'x', null)],
    { ...COMMAND, claimed: claimed('b', null) },
    { b: 'others' },
  ],
  [
    'a command while another branch is checked out',
    [A, B, change('c', null, '1'), change('d', '1', null)],
    COMMAND,
    { a: 'unsure', b: 'unsure', c: 'unsure', d: 'unsure' },
  ],
  [
    'files outside of every folder',
    [change('p/a', '1', '2'), change('etc/x', '1', '2')],
    { ...TOOL, folder: '/' },
    { 'p/a': 'own', 'etc/x': 'others' },
  ],
]

it.each(CALLS)('says whose a change is: %s', (_name, differences, facts, whose) => {
  const attribution = attributedCall(differences, facts, textChanges)
  const found = differences.map(({ path }) => [path, whoseFile({ cause: 'call', ...attribution }, path)])
  expect(Object.fromEntries(found)).toEqual(whose)
})

it.each<[string, FileAttribution, string]>([
  ['a call of an earlier version', { cause: 'call' }, 'unsure'],
  ['an undo of an earlier version', { cause: 'undo' }, 'own'],
  ['a change from outside', { cause: 'outside' }, 'others'],
  ['a change from outside, whatever it says', { cause: 'outside', own: true }, 'others'],
  ['a file beyond those of the agent', { cause: 'call', own: ['b'] }, 'unsure'],
  ['the rest of an undo', { cause: 'undo', own: [], others: true }, 'others'],
])('reads whose a file is: %s', (_name, data, whose) => {
  expect(whoseFile(data, 'a')).toBe(whose)
})

it('takes for the work of an undo what it wrote, and nothing else', () => {
  const replacement = {
    path: 'a',
    expected: version('2'),
    wanted: { mode: 'file', content: Buffer.from('1') },
  } as const
  const taken = change('a', '2', '1')
  expect(attributedReplacement([taken], [replacement], textChanges)).toEqual({ own: true })
  expect(attributedReplacement([taken, B], [replacement], textChanges)).toEqual({ own: ['a'], others: true })
  expect(attributedReplacement([change('a', '2', '3')], [replacement], textChanges)).toEqual({ own: [], others: true })
})

it('claims what is certain alone', () => {
  expect([...claimsOf('/p', [A, B], { own: ['a'] }).keys()]).toEqual(['/p/a'])
  expect([...claimsOf('/p', [A, B], { own: true }).keys()]).toEqual(['/p/a', '/p/b'])
})
