import { expect, it } from 'vitest'

import { linesOf } from '../../src/shared/text-lines.ts'

const lines = (...pieces: readonly string[]) => Array.fromAsync(linesOf(pieces))

it('ends a line at \\n and \\r\\n, and nowhere else', async () => {
  expect(await lines('a\u2028b\u2029c\u0085d\ne\r\n\nf\rg')).toEqual(['a\u2028b\u2029c\u0085d', 'e', '', 'f\rg'])
})

it('gives the same lines wherever the text is cut', async () => {
  const text = '\uFEFFone\r\n\r\ntwo\nthree\n'
  const whole = await lines(text)
  expect(whole).toEqual(['one', '', 'two', 'three'])
  for (let cut = 0; cut <= text.length; cut++) {
    expect(await lines(text.slice(0, cut), '', text.slice(cut))).toEqual(whole)
  }
  expect(await lines(...text.split(''))).toEqual(whole)
})

it('has no line in an empty text', async () => {
  expect(await lines('', '')).toEqual([])
})

it('stops reading behind the beginning of a line that is too long', async () => {
  let read = 0
  function* endless(): Generator<string> {
    yield 'short\n'
    for (;;) {
      read += 1
      yield 'x'.repeat(100)
    }
  }

  const lines = await Array.fromAsync(linesOf(endless(), 1_000))

  expect(lines.map(({ length }) => length)).toEqual([5, 1_001])
  expect(read).toBe(11)
})

it('takes a line of just the longest length, whatever ends it', async () => {
  expect(await Array.fromAsync(linesOf(['xxxx\r\n', 'yyyy\n', 'zzzz'], 4))).toEqual(['xxxx', 'yyyy', 'zzzz'])
})
