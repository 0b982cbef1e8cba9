import { expect, it } from 'vitest'

import { requestRefusal, type RequestHead } from '../../../src/main/hosts/api/request-refusal.ts'

const GOOD: RequestHead = {
  method: 'POST',
  hasToken: true,
  host: '127.0.0.1:1985',
  origin: undefined,
  contentType: 'application/json',
}
const statusOf = (changes: Partial<RequestHead>) => requestRefusal({ ...GOOD, ...changes }, '127.0.0.1')?.status

it.each([
  ['a good request', {}, undefined],
  ['one without a body', { contentType: undefined }, undefined],
  ['JSON with a charset', { contentType: 'application/json; charset=utf-8' }, undefined],
  ['its own origin', { origin: 'http://127.0.0.1:1985' }, undefined],
  ['a name that was made to point here', { host: 'evil.example' }, 421],
  ['no host', { host: undefined }, 421],
  ['a page of another origin', { origin: 'http://evil.example' }, 403],
  ['a page of another port', { origin: 'http://127.0.0.1:3000' }, 403],
  ['a page without an origin', { origin: 'null' }, 403],
  ['a form', { contentType: 'application/x-www-form-urlencoded' }, 415],
  ['a text, which needs no preflight', { contentType: 'text/plain' }, 415],
  ['a type that only begins so', { contentType: 'application/jsonp' }, 415],
  ['a preflight', { method: 'OPTIONS' }, 405],
])('%s', (_name, changes, status) => {
  expect(statusOf(changes)).toBe(status)
})

it('answers a request without a token in one way only', () => {
  const answers = [{}, { host: 'evil.example' }, { origin: 'null' }, { method: 'OPTIONS' }, { contentType: 'a/b' }]
  expect(new Set(answers.map((changes) => statusOf({ ...changes, hasToken: false })))).toEqual(new Set([401]))
})
