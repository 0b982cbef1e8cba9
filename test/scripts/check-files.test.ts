import { describe, expect, test } from 'vitest'

import { fileFaults, ROOT_ENTRIES, trackedFiles } from '../../scripts/check-files.ts'
import { ROOT } from '../../scripts/project.ts'

const file = (path: string, bytes = 100, isIgnored = false) => ({ path, bytes, isIgnored })

test('everything in git belongs there, and the root has exactly its entries', () => {
  const files = trackedFiles(ROOT)
  expect(fileFaults(files)).toEqual([])
  expect(new Set(files.map(({ path }) => path.split('/')[0]))).toEqual(new Set(ROOT_ENTRIES))
})

describe('refused', () => {
  test.each([
    ['a file in the root', file('notes.txt')],
    ['a folder in the root', file('--help/view.png')],
    ['a folder like one of the root', file('srcs/main.ts')],
    ['an entry in other letters', file('License')],
    ['a folder with a dash, deeper', file('docs/-o/page.txt')],
    ['a file with a dash, deeper', file('docs/images/--readme.webp')],
    ['a large picture', file('docs/images/panes.png', 500_001)],
    ['a large source', file('src/main/data.ts', 2_000_000)],
    ['a large fixture', file('test/fixtures/wire/all.sse', 5_000_001)],
    ['a moving picture that is too large', file('docs/images/fork.webp', 1_500_001)],
    ['a second large picture', file('docs/images/fork-dark.webp', 600_000)],
    ['a log', file('test/soak/run.log', 10, true)],
    ['the build', file('src/out/main.js', 10, true)],
  ])('%s', (_name, tracked) => {
    expect(fileFaults([file('README.md'), tracked])).not.toEqual([])
  })
})

test.each([
  file('docs/images/panes.webp', 500_000),
  file('docs/images/fork.webp', 1_500_000),
  file('test/fixtures/wire/all.sse', 600_000),
  file('package-lock.json', 600_000),
])('$path of $bytes bytes is taken', (tracked) => {
  expect(fileFaults([tracked])).toEqual([])
})
