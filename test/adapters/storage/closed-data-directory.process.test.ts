import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { chooseServerLocation } from '../../../src/main/adapters/storage/embedded/choose-server-location.ts'

const LOGGER = { info() {}, warn() {}, error() {} }
let parent: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'ikigai-closed-'))
})
afterEach(() => rm(parent, { recursive: true, force: true }))

// Only root starts the database as another user.
it.runIf(process.getuid?.() === 0).each([0o700, 0o600, 0o710, 0o740, 0o750, 0o000, 0o704, 0o706, 0o760, 0o770])(
  'is refused below a folder with the mode %o, with what to do',
  async (mode) => {
    const closed = join(parent, 'closed')
    const data = join(closed, 'folder', 'data')
    await mkdir(data, { recursive: true })
    await chmod(parent, 0o755)
    await chmod(closed, mode)
    await expect(chooseServerLocation(data, LOGGER)).rejects.toThrow(
      `its user cannot enter ${data}, because a folder above is closed to other users. Set IKIGAI_DATA_DIR`,
    )
  },
)

it.each([0o755, 0o711])('is used below a folder with the mode %o', async (mode) => {
  await chmod(parent, mode)
  const data = join(parent, 'data')
  await mkdir(data)
  expect((await chooseServerLocation(data, LOGGER)).paths.cluster).toContain(data)
})
