import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { canEnter, canReach, type RunAs } from '../../../src/main/adapters/storage/embedded/run-as.ts'

const NOBODY = { uid: 65534, gid: 65534 }
const OTHER = 65533
const MODES = [0o700, 0o710, 0o701, 0o755, 0o070, 0o007, 0o100, 0o000]
const OWNERS = [
  { uid: 0, gid: 0 },
  { uid: 0, gid: NOBODY.gid },
  { uid: NOBODY.uid, gid: 0 },
  { uid: OTHER, gid: OTHER },
]

let base = ''
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'ikigai-reach-')))
  chmodSync(base, 0o755)
})
afterEach(() => {
  chmodSync(base, 0o755)
  rmSync(base, { recursive: true, force: true })
})

/** Whether a process of that user can run a program. */
function runs(program: string, user: RunAs): boolean {
  return spawnSync(program, { cwd: '/', stdio: 'ignore', ...user }).status === 0
}

// Only root can start processes of others.
describe.skipIf(process.getuid?.() !== 0)('a program in two folders', () => {
  it.each(OWNERS)('is reached by another user where the modes say so, owner $uid, group $gid', ({ uid, gid }) => {
    const inner = join(base, 'outer', 'inner')
    mkdirSync(inner, { recursive: true })
    const program = join(inner, 'program')
    writeFileSync(program, '#!/bin/sh\nexit 0\n')
    chmodSync(program, 0o755)
    for (const path of [join(base, 'outer'), inner]) chownSync(path, uid, gid)
    for (const outer of MODES) {
      for (const own of MODES) {
        chmodSync(join(base, 'outer'), outer)
        chmodSync(inner, own)
        const modes = `${outer.toString(8)} ${own.toString(8)}`
        expect([modes, canReach(program, NOBODY)]).toEqual([modes, runs(program, NOBODY)])
        expect([modes, canEnter(inner, NOBODY)]).toEqual([modes, canReach(inner, NOBODY)])
      }
    }
  })
})

describe('what this user reaches', () => {
  it('is a program that may be run, and nothing that is missing or behind a link', () => {
    const program = join(base, 'program')
    writeFileSync(program, '#!/bin/sh\n')
    expect(canReach(program, null)).toBe(false)
    chmodSync(program, 0o755)
    expect(canReach(program, null)).toBe(true)
    symlinkSync(program, join(base, 'link'))
    expect(canReach(join(base, 'link'), null)).toBe(false)
    expect(canReach(join(base, 'missing'), null)).toBe(false)
  })
})
