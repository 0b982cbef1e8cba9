import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import { ROOT } from '../../scripts/project.ts'

const execute = promisify(execFile)

/** Files of scripts/ that do something when they are run. */
const PROGRAMS = readdirSync(join(ROOT, 'scripts')).filter((name) => {
  const text = readFileSync(join(ROOT, 'scripts', name), 'utf8')
  return !/^export /m.test(text) || text.includes('import.meta.main')
})

test.concurrent.each(PROGRAMS)(
  '%s prints its usage, and does nothing else, with --help',
  async (name) => {
    // Rejects if the exit code is not 0.
    const { stdout, stderr } = await execute(process.execPath, [join(ROOT, 'scripts', name), '--help'])
    expect(stderr).toBe('')
    expect(stdout).toMatch(/npm (?:run |start|test)|node scripts\//)
  },
  120_000,
)
