import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { exactPattern, matchesPattern } from '../../../src/main/core/approvals/match-pattern.ts'

describe('a pattern for commands', () => {
  it.each([
    ['git status', true],
    ['git status -s --porcelain', true],
    ['git statuses', false],
    ['git status; rm -rf .', false],
    ['git status && rm x', false],
    ['git status | sh', false],
    ['git status > /etc/passwd', false],
    ['git status < x', false],
    ['git status $(rm x)', false],
    ['git status `rm x`', false],
    ['git status\nrm x', false],
    ['git status \nrm x', false],
    ['git status \rrm x', false],
    ['git status $HOME', false],
    ['git status & rm x', false],
    ['git status \\', false],
    [' git status', false],
  ])('git status * and %j: %s', (command, matches) => {
    expect(matchesPattern('git status *', command, 'no_shell_syntax')).toBe(matches)
  })

  it('allows shell syntax where it was written into the pattern', () => {
    expect(matchesPattern('make | tee *', 'make | tee log', 'no_shell_syntax')).toBe(true)
  })

  it('that is a star alone is every command', () => {
    expect(matchesPattern('*', 'a; b', 'no_shell_syntax')).toBe(true)
  })

  it('made of one subject matches that one only', () => {
    const subjects = ['rm *.tmp', String.raw`printf 'a\\*b'`, 'echo "$HOME" (x) [y] {z} ^.+?', 'ünï/côdé *']
    expect(subjects.map((subject) => matchesPattern(exactPattern(subject), subject, 'no_shell_syntax'))).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(matchesPattern(exactPattern('rm *.tmp'), 'rm important x.tmp', 'no_shell_syntax')).toBe(false)
  })
})

it.each([
  [`${'*a'.repeat(200)}b`, 'a'.repeat(50_000)],
  [`*${'a'.repeat(20_000)}b*`, 'a'.repeat(50_000)],
  [`${'* '.repeat(5_000)}x`, ' '.repeat(50_000)],
])('matches a hostile pattern in linear time', (pattern, subject) => {
  // An engine that goes back over the subject would not end within the time of a test.
  expect([matchesPattern(pattern, subject, 'anything'), matchesPattern(pattern, subject, 'no_shell_syntax')]).toEqual([
    false,
    false,
  ])
})

it('finds what a regular expression of the same meaning finds', () => {
  const letters = fc.constantFrom('a', 'b', ' ', ';', '*')
  const text = fc.array(letters, { maxLength: 12 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, text, fc.constantFrom('anything', 'no_shell_syntax'), (pattern, subject, wildcard) => {
      const gap = wildcard === 'anything' ? '[^]*' : '[^;]*'
      const [stem, tail] = pattern.endsWith(' *') ? [pattern.slice(0, -2), `( ${gap})?`] : [pattern, '']
      const expected = pattern === '*' || new RegExp(`^${stem.replaceAll('*', gap)}${tail}$`).test(subject)
      expect(matchesPattern(pattern, subject, wildcard)).toBe(expected)
    }),
    { numRuns: 3_000 },
  )
})
