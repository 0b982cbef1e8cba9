import { expect, it } from 'vitest'

import { approvalAnswerSchema } from '../../src/shared/approval.ts'
import {
  defaultValues,
  fieldProblem,
  type FormField,
  formProblems,
  typedValue,
} from '../../src/shared/server-question.ts'

const texts = { name: 'a', title: 'A', description: '', isRequired: false }
const options = ['x', 'y', 'z'].map((value) => ({ value, title: value.toUpperCase() }))
const text = { ...texts, type: 'text' } as const
const number = { ...texts, type: 'number', isInteger: false } as const
const several = { ...texts, type: 'several', options } as const

it.each<[FormField, unknown, string | null]>([
  [text, undefined, null],
  [{ ...text, isRequired: true }, undefined, 'A value is required.'],
  [{ ...text, isRequired: true }, '', 'A value is required.'],
  [{ ...text, minLength: 3 }, 'ab', 'Must have at least 3 characters.'],
  [{ ...text, maxLength: 1 }, 'ab', 'Must have at most 1 characters.'],
  [{ ...text, format: 'email' }, 'ada@example.com', null],
  [{ ...text, format: 'email' }, 'ada', 'Must be an email address.'],
  [{ ...text, format: 'uri' }, 'nowhere', 'Must be an address such as https://example.com.'],
  [{ ...text, format: 'date' }, '2026-02-30', 'Must be a date such as 2026-01-31.'],
  [{ ...text, format: 'date-time' }, '2026-01-31T09:30:00+01:00', null],
  [text, 1, 'Must be a text.'],
  [number, 1.5, null],
  [number, 'many', 'Must be a number.'],
  [{ ...number, isInteger: true }, 1.5, 'Must be a whole number.'],
  [{ ...number, minimum: 1 }, 0, 'Must be at least 1.'],
  [{ ...number, maximum: 1 }, 2, 'Must be at most 1.'],
  [{ ...texts, type: 'boolean' }, 'y', 'Must be yes or no.'],
  [{ ...texts, type: 'one', options }, 'x', null],
  [{ ...texts, type: 'one', options }, 'other', 'Choose one of the options.'],
  [several, ['x', 'y'], null],
  [several, ['other'], 'Choose from the options.'],
  [several, ['x', 'x'], 'Choose each option once.'],
  [{ ...several, minItems: 2 }, ['x'], 'Choose at least 2.'],
  [{ ...several, maxItems: 1 }, ['x', 'y'], 'Choose at most 1.'],
])('%j with %j: %s', (field, value, problem) => {
  const answer = approvalAnswerSchema.parse({ type: 'fill', values: value === undefined ? {} : { a: value } })
  const given = answer.type === 'fill' ? answer.values['a'] : undefined
  expect(fieldProblem(field, given)).toBe(problem)
})

it('begins with the defaults, and a required box that is not ticked is no', () => {
  const fields: readonly FormField[] = [
    { ...text, default: 'Ada' },
    { ...texts, name: 'b', type: 'boolean', isRequired: true },
    { ...several, name: 'c' },
  ]
  expect(defaultValues(fields)).toEqual({ a: 'Ada', b: false })
})

it('refuses values of fields that were not asked for', () => {
  expect([...formProblems([text], { a: 'fine', more: 'smuggled' })]).toEqual([['more', 'The form has no such field.']])
})

it('reads numbers, and keeps what is none so that it is refused', () => {
  expect(typedValue(number, ' 2.50 ')).toBe(2.5)
  expect(typedValue(number, '')).toBeUndefined()
  expect(fieldProblem(number, typedValue(number, '1e999'))).toBe('Must be a number.')
})
