import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { folderProblem, makeFolder, tryToMakeFolder } from '../src/main/make-folder.ts'

let top: string
beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), 'ikigai-folder-'))
  mkdirSync(join(top, 'there'))
  writeFileSync(join(top, 'file'), '')
  symlinkSync(join(top, 'there'), join(top, 'link'))
  symlinkSync(join(top, 'nowhere'), join(top, 'dead'))
  symlinkSync('round', join(top, 'round'))
})
afterAll(() => rmSync(top, { recursive: true, force: true }))

const IS_LINUX = process.platform === 'linux'

describe('a folder', () => {
  it.each(['there', 'a', 'b/c/d', 'there/e', 'link/f', './g/', 'h/../i', 'ünï/ cödé', 'x'.repeat(200)])(
    'is made with those above it, or is there: %s',
    (path) => {
      makeFolder(join(top, path))
      makeFolder(join(top, path))
      expect(statSync(join(top, path)).isDirectory()).toBe(true)
    },
  )

  it('gets its permissions, and so do those above it', () => {
    makeFolder(join(top, 'private', 'inner'), { mode: 0o700 })
    expect([statSync(join(top, 'private')).mode & 0o777, statSync(join(top, 'private', 'inner')).mode & 0o777]).toEqual(
      [0o700, 0o700],
    )
  })

  it.each<[string, string, RegExp]>([
    ['below a file', 'file/a', /it is, or is below, a file/],
    ['far below a file', 'file/a/b/c', /it is, or is below, a file/],
    ['that is a file', 'file', /it is, or is below, a file/],
    ['below a link that leads nowhere', 'dead/a', /./],
    ['whose name is too long', 'x'.repeat(300), /its path is too long/],
    ['below a name that is too long', `${'x'.repeat(300)}/a`, /its path is too long/],
    ['below a link to itself', 'round/a', /its links lead round/],
    ['with a NUL byte', 'a\0b', /./],
  ])('cannot be used, with the reason and what to do: %s', (_what, path, reason) => {
    const problem = folderProblem(join(top, path), 'IKIGAI_DATA_DIR')
    expect(problem).toMatch(reason)
    expect(problem).toMatch(/Set IKIGAI_DATA_DIR to a folder that you may write to\.$/)
  })

  it.runIf(IS_LINUX).each(['/proc/nope', '/proc/a/b/c', '/proc/self/nope', '/sys/nope', '/dev/null/a', '/proc/1/fd/x'])(
    'is refused at once where the system makes none: %s',
    (path) => {
      expect(folderProblem(path, 'IKIGAI_DATA_DIR')).toMatch(/^The folder .* cannot be used: /)
      tryToMakeFolder(path)
      expect(existsSync(path)).toBe(false)
    },
  )

  it('is made by this function alone: the recursive one of Node does not end in /proc', () => {
    const root = join(import.meta.dirname, '..')
    const others = globSync('src/**/*.ts', { cwd: root }).filter((path) =>
      /mkdir(?:Sync)?\([^\n]*recursive: true/.test(
        readFileSync(join(root, path), 'utf8').replaceAll(/\/\/.*|\/\*[^]*?\*\//g, ''),
      ),
    )
    expect(others).toEqual([])
  })
})
