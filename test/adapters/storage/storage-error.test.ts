import { expect, it } from 'vitest'
import { mayHaveHappened, toStorageError } from '../../../src/main/adapters/storage/storage-error.ts'

const failure = (code: string, message = 'words of the server'): Error => Object.assign(new Error(message), { code })

it.each([
  ['53100', 'The disk is full. Free some space, look at what was saved, and try again.', true],
  ['ENOSPC', 'The disk is full. Free some space, look at what was saved, and try again.', true],
  [
    '53300',
    'The database has too many connections. Close another program that uses it, or raise its max_connections. (words of the server)',
    true,
  ],
  [
    'ECONNREFUSED',
    'The database cannot be reached (ECONNREFUSED). Nothing was sent to it; try again when it is back.',
    true,
  ],
  [
    'ERR_SQLITE_ERROR',
    'Ikigai may not read or write its database files. Change their owner, or set IKIGAI_DATA_DIR. (words of the server)',
    false,
  ],
  [
    'EEXIST',
    'Where the data directory should be there is something else. Move it away, or set IKIGAI_DATA_DIR. (words of the server)',
    false,
  ],
  [
    '57014',
    'The database took longer for this than its limit of two minutes, or was told to stop. Try again. (words of the server)',
    true,
  ],
  ['XX000', 'The database failed: words of the server (XX000)', false],
])('says of %s what to do', (code, message, retryable) => {
  expect(toStorageError(failure(code))).toEqual({ category: 'STORAGE', message, retryable })
})

it.each(['ECONNREFUSED', 'ENOENT', 'EHOSTUNREACH', 'ENETUNREACH', 'CONNECT_TIMEOUT', 'CONNECTION_ENDED'])(
  'says of %s that nothing was sent',
  (code) => {
    expect(toStorageError(failure(code)).message).toContain('Nothing was sent to it')
  },
)

it.each([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  '57P01',
  '57P02',
  '08000',
  '08003',
  '08006',
])('does not say of %s, after which a commit may be there, that nothing was saved', (code) => {
  expect(toStorageError(failure(code)).message).toBe(
    `The database cannot be reached (${code}). Whether this was saved is not known; look before you try again.`,
  )
})

it('tells a statement whose answer was lost from one that was never sent, inside what Drizzle wraps round it too', () => {
  const wrapped = new Error('Failed query: select 1', { cause: failure('ECONNRESET') })
  expect(
    [wrapped, failure('CONNECTION_CLOSED'), failure('ECONNREFUSED'), failure('23505')].map(mayHaveHappened),
  ).toEqual([true, true, false, false])
})
