import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { crashMark, markCrash, settleCrash } from '../../../src/main/adapters/storage/embedded/crash-mark.ts'

let home: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'ikigai-test-crash-mark-'))
})
afterEach(() => rmSync(home, { recursive: true }))

it('stays until a check that began after the last crash has settled it', () => {
  expect(crashMark(home)).toBeNull()
  markCrash(home)
  const before = crashMark(home)
  // The server crashes again while its files are checked.
  markCrash(home)
  settleCrash(home, before)
  const later = crashMark(home)
  expect([later === null, later === before]).toEqual([false, false])
  settleCrash(home, null)
  expect(crashMark(home)).toBe(later)
  settleCrash(home, later)
  expect(crashMark(home)).toBeNull()
})
