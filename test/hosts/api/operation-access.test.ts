import { expect, it } from 'vitest'

import { accessOf, permits } from '../../../src/main/hosts/api/operation-access.ts'
import { HTTP_STATUS } from '../../../src/main/hosts/api/http-status.ts'
import { contract } from '../../../src/shared/contract.ts'

const paths = Object.entries(contract).flatMap(([group, operations]) =>
  Object.keys(operations).map((name) => [group, name] as const),
)

it('refuses what it does not know', () => {
  for (const path of [
    [],
    ['agents'],
    ['agents', 'toString'],
    ['__proto__', 'x'],
    ['nothing', 'here'],
    ['agents.fork'],
  ]) {
    expect(permits('full', accessOf(path))).toBe(false)
  }
})

it('lets each scope do what the lesser ones do, and nobody use what belongs to windows', () => {
  const scopes = ['read', 'standard', 'full'] as const
  expect(scopes.map((scope) => scopes.filter((needed) => permits(scope, needed)))).toEqual([
    ['read'],
    ['read', 'standard'],
    ['read', 'standard', 'full'],
  ])
  expect(permits('full', 'none')).toBe(false)
  expect(paths.filter((path) => accessOf(path) === 'none').map(([group]) => group)).toEqual([
    ...Array.from({ length: 6 }, () => 'terminals'),
    'confirmation',
    'sessions',
    'sessions',
  ])
})

it('reads without a change: no operation that a read-only token may use says that it sets, adds or starts', () => {
  const readable = paths.filter((path) => accessOf(path) === 'read').map(([, name]) => name)
  expect(readable.filter((name) => /^(set|add|start|remove|create|submit|fork|send|answer|update)/.test(name))).toEqual(
    [],
  )
})

it('answers each category with a status that says whose fault it is', () => {
  for (const status of Object.values(HTTP_STATUS)) expect(status).toBeGreaterThanOrEqual(400)
  expect(Object.values(HTTP_STATUS)).not.toContain(401)
  expect(Object.values(HTTP_STATUS)).not.toContain(403)
})
