import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, it, vi } from 'vitest'

import { withFileLock } from '../../src/main/adapters/file-lock.ts'
import { withPathLock } from '../../src/main/adapters/path-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'ikigai-path-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('says which file another process holds, and writes nothing', async () => {
  mkdirSync(folder, { recursive: true })
  const [first = 0] = createHash('sha256').update('/project/a.txt').digest()
  const held = join(folder, `${first % 64}`)
  const work = vi.fn<() => Promise<{ content: string; isError: boolean }>>()
  const outcome = await withFileLock(held, () => {
    // The time of this process alone moves on.
    const now = vi.spyOn(performance, 'now')
    let asked = 0
    now.mockImplementation(() => 31_000 * asked++)
    const whenBusy = (message: string) => ({ content: message, isError: true })
    return withPathLock(folder, '/project/a.txt', work, whenBusy).finally(() => now.mockRestore())
  })
  expect(outcome).toEqual({
    content: `Another ikigai has held ${held} for 30 s. Wait until it is done, or end it and try again.`,
    isError: true,
  })
  expect(work).not.toHaveBeenCalled()
})
