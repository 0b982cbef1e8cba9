import { describe, expect, it } from 'vitest'

import { foldGrowing } from '../../src/main/core/fold-growing.ts'

describe('a fold of a list that grows', () => {
  it('reads each item once', () => {
    const read: number[] = []
    const sumOf = foldGrowing<number, number>(
      () => 0,
      (sum, item) => {
        read.push(item)
        return sum + item
      },
    )
    const list = [1, 2]
    expect([sumOf(list), sumOf(list)]).toEqual([3, 3])
    list.push(3)
    expect(sumOf(list)).toBe(6)
    expect(read).toEqual([1, 2, 3])
  })

  it('begins anew with another list, whatever it contains', () => {
    const textOf = foldGrowing<string, string>(
      () => '',
      (text, item) => text + item,
    )
    const first = ['a', 'b']
    expect([textOf(first), textOf(['c']), textOf(first), textOf([])]).toEqual(['ab', 'c', 'ab', ''])
  })

  it('gives each list a beginning of its own', () => {
    const setOf = foldGrowing<string, Set<string>>(
      () => new Set(),
      (set, item) => set.add(item),
    )
    expect([[...setOf(['a'])], [...setOf(['b'])]]).toEqual([['a'], ['b']])
  })
})
