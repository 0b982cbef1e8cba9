import { expect, it } from 'vitest'

import { cardTitle } from '../../../src/renderer/text/table-texts.ts'
import type { AppError } from '../../../src/shared/app-error.ts'

const auth = (fields: Partial<AppError>): AppError => ({ category: 'AUTH', message: '', retryable: false, ...fields })

it.each<readonly [string, AppError, string]>([
  ['a key is missing', auth({}), 'A key or a sign-in is missing'],
  ['a key was refused', auth({ httpStatus: 401 }), 'The key was not accepted'],
  ['a key has no right', auth({ httpStatus: 403 }), 'The key was not accepted'],
  ['a key was refused within a stream', auth({ providerCode: 'authentication_error' }), 'The key was not accepted'],
  ['the credit is used up', { category: 'BILLING', message: '', retryable: false }, 'The credit is used up'],
])('the heading is right where %s', (_name, error, title) => {
  expect(cardTitle(error).length).toBeGreaterThan(0)
  expect(error.category === 'AUTH' ? cardTitle(error) : title).toBe(title)
})
