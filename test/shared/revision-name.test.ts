import { describe, expect, it } from 'vitest'

import { parseRange, revisionProblem } from '../../src/shared/revision-name.ts'

const NAMES = ['main', 'origin/main', 'v1.2', 'HEAD', 'HEAD~2', 'HEAD^', 'main@{upstream}', 'fix/ü-1', 'a'.repeat(40)]
const NO_NAMES = [
  '',
  '-b',
  '--output=/tmp/x',
  '--upload-pack=touch x',
  'a b',
  'a\nb',
  'a\u0000b',
  'a\u001Bb',
  'a\tb',
  'a..b',
  'a...b',
  '^main',
  'HEAD:secret',
  ':/fix',
  'main*',
  'main?',
  'ma[i]n',
  String.raw`a\b`,
  'a\uD800',
  'x'.repeat(251),
]

describe('revisionProblem', () => {
  it.each(NAMES)('takes %s', (name) => expect(revisionProblem(name)).toBeNull())
  it.each(NO_NAMES)('refuses %j with what to give instead', (name) =>
    expect(revisionProblem(name)).toMatch(/Give a branch, a tag or an id\.$/),
  )
})

describe('parseRange', () => {
  it.each([
    ['main..fix', { from: 'main', to: 'fix' }],
    ['main...fix', { from: 'main', to: 'fix', mergeBase: true }],
    ['v1.2..', { from: 'v1.2', to: 'HEAD' }],
    ['..fix', { from: 'HEAD', to: 'fix' }],
    ['...fix', { from: 'HEAD', to: 'fix', mergeBase: true }],
  ])('reads %s', (text, range) => expect(parseRange(text)).toEqual(range))
  it.each(['', '..', '...', 'main', 'a..b..c', 'a....b'])('takes %j for no range', (text) =>
    expect(parseRange(text)).toBeNull(),
  )
})
