import { expect, it } from 'vitest'

import { textDifference } from '../../../src/renderer/compare/text-difference.ts'
import { wordPlaces } from '../../../src/renderer/compare/word-places.ts'

it.each([
  ['Five minutes is short', 'Ten minutes is short', ['Five'], ['Ten']],
  ['one two three', 'one three', ['two'], []],
  ['the list\n\nand the price', 'the list and a price', ['the'], ['a']],
  ['same same', 'same', ['same'], []],
  ['', 'all of it', [], ['all', 'of', 'it']],
])(
  'finds the words of %j and %j that only one of them has, in the text as it is',
  (left, right, onlyLeft, onlyRight) => {
    const pieces = textDifference(left, right)
    const words = (text: string, side: 'left' | 'right') =>
      wordPlaces(text, pieces, side).map(([start, end]) => text.slice(start, end))
    expect([words(left, 'left'), words(right, 'right')]).toEqual([onlyLeft, onlyRight])
    for (const [start] of wordPlaces(left, pieces, 'left')) expect(left.slice(0, start)).not.toMatch(/\S$/)
  },
)
