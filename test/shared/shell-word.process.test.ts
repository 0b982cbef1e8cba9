import { execFileSync } from 'node:child_process'

import { describe, expect, it } from 'vitest'

import { quotedWord } from '../../src/shared/shell-word.ts'

/** What a shell would split, replace or run. */
const TEXTS = [
  '',
  'plain',
  'two words',
  "it's",
  "''",
  "'; echo run; '",
  String.raw`'\''`,
  String.raw`a\b\\`,
  '$HOME ${HOME} $(echo run) `echo run`',
  '"quoted"',
  'a\nb\tc',
  '* ? [a-z] {a,b} ~',
  '#no comment',
  '!history',
  '--option=value',
  'Grüße 日本 🐚',
]

describe.each(['bash', 'sh'])('a quoted word in %s', (shell) => {
  it.each(TEXTS)('is the text %j', (text) => {
    const printed = execFileSync(shell, ['-c', `printf %s ${quotedWord(text)} end`], { encoding: 'utf8' })
    expect(printed).toBe(`${text}end`)
  })

  it('is one word each', () => {
    const words = TEXTS.map((text) => quotedWord(text)).join(' ')
    expect(execFileSync(shell, ['-c', `set -- ${words}; echo $#`], { encoding: 'utf8' })).toBe(`${TEXTS.length}\n`)
  })
})
