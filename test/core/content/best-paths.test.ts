import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { bestPaths } from '../../../src/main/core/content/best-paths.ts'

/** Newest first. */
const PATHS = ['notes/plan.txt', 'src/deep/sum/add.test.ts', 'src/add.ts', 'README.md', 'src/gateway/address.ts']

describe('bestPaths', () => {
  it('lists the newest files without a query, and no folders', () => {
    expect(bestPaths(PATHS, '', 2)).toEqual(['notes/plan.txt', 'src/deep/sum/add.test.ts'])
  })

  it.each([
    [
      'sr',
      [
        'src/',
        'src/deep/',
        'src/deep/sum/',
        'src/deep/sum/add.test.ts',
        'src/add.ts',
        'src/gateway/',
        'src/gateway/address.ts',
      ],
    ],
    ['src/add', ['src/add.ts', 'src/deep/sum/add.test.ts', 'src/gateway/address.ts']],
    ['ADD', ['src/deep/sum/add.test.ts', 'src/add.ts', 'src/gateway/address.ts', 'README.md']],
    ['readme', ['README.md']],
    ['gwadr', ['src/gateway/address.ts']],
    ['nothing', []],
  ])('finds the files and folders for %o, the best first', (query, found) => {
    expect(bestPaths(PATHS, query, 50)).toEqual(found)
  })

  it('finds each path by itself, and stays within the limit', () => {
    const name = fc.stringMatching(/^[a-z]{1,4}$/)
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'))
    fc.assert(
      fc.property(fc.uniqueArray(path, { minLength: 1, maxLength: 20 }), fc.nat(19), (paths, index) => {
        const query = paths[index % paths.length] ?? ''
        expect(bestPaths(paths, query, 100)).toContain(query)
        expect(bestPaths(paths, query, 3).length).toBeLessThanOrEqual(3)
      }),
    )
  })
})
