import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { ROOT } from '../../scripts/project.ts'

/** Files of scripts/ that do something when they are run. */
const PROGRAMS = readdirSync(join(ROOT, 'scripts')).filter((name) => {
  const text = readFileSync(join(ROOT, 'scripts', name), 'utf8')
  return !/^export /m.test(text) || text.includes('import.meta.main')
})

test.each(PROGRAMS)(
  '%s prints its usage, and does nothing else, with --help',
  (name) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts', name), '--help'], {
      encoding: 'utf8',
      timeout: 60_000,
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/npm (?:run |start|test)|node scripts\//)
  },
  90_000,
)
