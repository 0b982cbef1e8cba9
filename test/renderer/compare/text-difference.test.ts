import fc from 'fast-check'
import { expect, it } from 'vitest'

import { pairCalls } from '../../../src/renderer/compare/call-difference.ts'
import { differenceFigures, textDifference } from '../../../src/renderer/compare/text-difference.ts'

const sides = (left: string, right: string) => {
  const pieces = textDifference(left, right)
  const text = (kind: 'left' | 'right') =>
    pieces
      .filter((each) => each.kind === 'same' || each.kind === kind)
      .map((each) => each.text)
      .join('')
  return [text('left'), text('right')]
}

it('tells two answers apart word by word', () => {
  expect(textDifference('A token lives five minutes.', 'A token lives one hour.')).toEqual([
    { kind: 'same', text: 'A token lives ' },
    { kind: 'left', text: 'five minutes' },
    { kind: 'right', text: 'one hour' },
    { kind: 'same', text: '.' },
  ])
})

const unspaced = (text: string) => text.replaceAll(/\s/g, '')

it('loses no word of either text', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n', '.', '€', '👩‍👩‍👧'), { maxLength: 40 })
  const texts = words.map((each) => each.join(''))
  fc.assert(
    fc.property(texts, texts, (left, right) => {
      expect(sides(left, right).map(unspaced)).toEqual([left, right].map(unspaced))
    }),
  )
})

it('never says one kind twice in a row, and says the left first', () => {
  const kinds = textDifference('one two three four', 'uno dos three cuatro').map((each) => each.kind)
  expect(kinds).toEqual(['left', 'right', 'same', 'left', 'right'])
})

it('knows words where no spaces stand between them', () => {
  expect(textDifference('我喜欢茶', '我喜欢咖啡')).toEqual([
    { kind: 'same', text: '我喜欢' },
    { kind: 'left', text: '茶' },
    { kind: 'right', text: '咖啡' },
  ])
})

it('counts words, not pieces', () => {
  expect(differenceFigures(textDifference('Keep it short.', 'Keep it very very brief.'))).toEqual({
    same: 2,
    left: 1,
    right: 3,
  })
})

it('pairs tool calls by their tool and does not mind the order of arguments', () => {
  expect(
    pairCalls(
      [
        { name: 'grep', arguments: { path: 'src', pattern: 'jwt' } },
        { name: 'bash', arguments: { command: 'ls' } },
      ],
      [
        { name: 'grep', arguments: { pattern: 'jwt', path: 'src' } },
        { name: 'read', arguments: { path: 'a.ts' } },
      ],
    ),
  ).toEqual([
    {
      name: 'grep',
      left: '{\n  "path": "src",\n  "pattern": "jwt"\n}',
      right: '{\n  "path": "src",\n  "pattern": "jwt"\n}',
    },
    { name: 'bash', left: '{\n  "command": "ls"\n}', right: null },
    { name: 'read', left: null, right: '{\n  "path": "a.ts"\n}' },
  ])
})
