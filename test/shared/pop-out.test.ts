import { describe, expect, it } from 'vitest'

import { parsePopOut, popOutPath } from '../../src/shared/pop-out.ts'

const id = (number: number): string => `0000000${number}-0000-4000-8000-00000000abcd`
const queryOf = (agents: readonly string[]): string => new URL(popOutPath({ agents }), 'http://x').search

describe('the address of a window of its own', () => {
  it.each([1, 2, 8])('names %d agents, which its page reads', (count) => {
    const agents = Array.from({ length: count }, (_, index) => id(index))
    expect(parsePopOut(queryOf(agents))).toEqual({ agents })
  })

  it.each([
    ['nothing', ''],
    ['no value', '?show='],
    ['another parameter', `?agent=${id(1)}`],
    ['no id', '?show=../../etc'],
    ['an id and more', `?show=${id(1)}/x`],
    ['markup', `?show=<script>${id(1)}`],
    ['the same agent twice', `?show=${id(1)}.${id(1)}`],
    ['an empty part', `?show=${id(1)}.`],
    ['more agents than are compared', queryOf([1, 2, 3, 4, 5, 6, 7, 8, 9].map(id))],
  ])('is no such address with %s', (_name, query) => {
    expect(parsePopOut(query)).toBe(null)
  })
})
