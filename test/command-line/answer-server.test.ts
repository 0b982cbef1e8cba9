import { expect, it } from 'vitest'

import { fieldText, serverQuestionText, typedFieldValue } from '../../src/main/command-line/answer-server.ts'
import type { FormField } from '../../src/shared/server-question.ts'

const texts = { name: 'a', title: 'Size', description: '', isRequired: false }
const options = [
  { value: 's', title: 'Small' },
  { value: 'l', title: 'Large\u202E' },
]
const one: FormField = { ...texts, type: 'one', options, default: 'l' }
const several: FormField = { ...texts, type: 'several', options, default: ['s', 'l'] }

it('shows a field with its options, its default and hidden characters', () => {
  expect(fieldText(one)).toBe('Size, optional (a number) [2]\n  1  Small\n  2  Large⟨U+202E⟩')
  expect(fieldText({ ...texts, isRequired: true, type: 'boolean', default: true })).toBe('Size [y/n] [y]')
  expect(fieldText(several)).toContain('(numbers, such as 1 3) [1 2]')
})

it.each<[FormField, string, unknown]>([
  [one, '', 'l'],
  [one, '1', 's'],
  [one, '.empty', undefined],
  [one, '3', '3'],
  [several, '2, 1 2', ['l', 's']],
  [{ ...texts, type: 'boolean' }, 'Yes', true],
  [{ ...texts, type: 'boolean' }, 'n', false],
  [{ ...texts, type: 'number', isInteger: true }, '7', 7],
  [{ ...texts, type: 'text' }, 'word', 'word'],
])('%j: %j gives %j', (field, line, value) => {
  expect(typedFieldValue(field, line)).toEqual(value)
})

it('shows who asks and the host of a page, with hidden characters and a note on letters of other scripts', () => {
  const asks = { type: 'page', url: 'https://xn--pple-43d.com/', host: 'xn--pple-43d.com' } as const
  const text = serverQuestionText({ server: 'shop', tool: 'pay\u202E', message: 'Please\u200B pay', asks })
  expect(text).toContain('? shop asks (pay⟨U+202E⟩): Please⟨U+200B⟩ pay\nIt wants to open a page of xn--pple-43d.com:')
  expect(text).toContain('letters that may look like others')
})
