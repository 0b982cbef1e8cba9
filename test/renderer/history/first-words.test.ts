import { expect, it } from 'vitest'

import { firstWords } from '../../../src/renderer/history/cited-text.ts'

it.each([
  ['', ''],
  ['Hi', 'Hi'],
  ['## Short answer\n\n**Use** `jose`.', 'Short answer Use jose.'],
  ['- one\n- two', 'one two'],
  ['1. first\n2) second', 'first second'],
  [
    'Explain harmonic constituents to somebody who has only ever read a tide table.',
    'Explain harmonic constituents to somebody who has only ever…',
  ],
  ['x'.repeat(100), `${'x'.repeat(60)}…`],
])('names a message by its first words: %j', (text, words) => {
  expect(firstWords(text)).toBe(words)
})
