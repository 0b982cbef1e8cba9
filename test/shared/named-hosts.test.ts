import { expect, it } from 'vitest'

import { isThisMachine, namesHost } from '../../src/shared/named-hosts.ts'

it.each<readonly [entry: string, host: string, port: number, isNamed: boolean]>([
  ['api.example.com', 'api.example.com', 443, true],
  ['api.example.com', 'API.example.com.', 443, true],
  ['api.example.com', 'api.example.com.evil.test', 443, false],
  ['api.example.com', 'notapi.example.com', 443, false],
  ['*.example.com', 'a.b.example.com', 443, true],
  ['*.example.com', 'example.com', 443, false],
  ['*.example.com', 'example.com.evil.test', 443, false],
  ['*', 'anything.test', 80, true],
  ['*', '203.0.113.5', 80, false],
  ['10.0.0.*', '10.0.0.9', 80, false],
  ['10.0.0.5:8000', '10.0.0.5', 8000, true],
  ['10.0.0.5:8000', '10.0.0.5', 8001, false],
  ['[2001:db8::1]:443', '2001:db8::1', 443, true],
  ['2001:db8::1', '[2001:db8::1]', 80, true],
  ['2001:db8::1', '2001:db8::2', 80, false],
])('says whether %s names %s at %i', (entry, host, port, isNamed) => {
  expect(namesHost([entry], host, port)).toBe(isNamed)
})

it('knows the names and addresses of this machine', () => {
  const own = ['localhost', 'b1.localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]', '::ffff:127.0.0.1', '0.0.0.0']
  expect(own.filter((host) => !isThisMachine(host))).toEqual([])
  const others = ['localhost.evil.test', '128.0.0.1', '127.0.0.1.evil.test', '::2', '10.0.0.1']
  expect(others.filter(isThisMachine)).toEqual([])
})
