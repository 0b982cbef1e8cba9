import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const CHILD = fileURLToPath(new URL('../../support/sandbox/guard-child.ts', import.meta.url))
const UNSHARE = '/usr/bin/unshare'
/** A user namespace has limits of its own: this one has no watch left. */
const NO_WATCHES = 'echo 0 > /proc/sys/user/max_inotify_watches && exec "$@"'
const canLimit = spawnSync(UNSHARE, ['-Ur', 'sh', '-c', NO_WATCHES, 'sh', 'true']).status === 0

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'ikigai-guard-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const guarded = (command: string, args: readonly string[], how: string): unknown =>
  JSON.parse(execFileSync(command, [...args, process.execPath, CHILD, folder, how], { encoding: 'utf8' }))

describe.runIf(canLimit)('a hidden file that is replaced where no watch is free', { timeout: 60_000 }, () => {
  it.each([
    ['renamed', '.env'],
    ['removed', '.env'],
    ['in place', 'nothing'],
  ])('is noticed: %s', (how, said) => {
    const found = guarded(UNSHARE, ['-Ur', 'sh', '-c', NO_WATCHES, 'sh'], how)
    expect(found).toEqual({ watches: false, said: said === '.env' ? join(folder, said) : said })
  })

  it.each(['renamed', 'removed'])('is noticed with watches too: %s', (how) => {
    expect(guarded('env', [], how)).toEqual({ watches: true, said: join(folder, '.env') })
  })
})
