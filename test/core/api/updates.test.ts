import { expect, it, vi } from 'vitest'

import { ok } from '../../../src/shared/result.ts'
import { createUpdatesApi } from '../../../src/main/core/api/upkeep.ts'
import type { Updates } from '../../../src/main/core/ports/update-ports.ts'
import { protectionOf } from '../../../src/shared/contract/protections.ts'
import { NO_UPDATES } from '../../support/no-updates.ts'

function apiOf(changes: Partial<Updates>, running: readonly string[] = []) {
  const restart = vi.fn<() => void>()
  const updates = { ...NO_UPDATES, load: async () => ok(null), restart, ...changes }
  return { api: createUpdatesApi({ updates, loop: { running: () => running } }), restart }
}

const APP = { ...NO_UPDATES.state(), way: 'app' } as const

it('restarts with a newer version when no agent runs', async () => {
  const { api, restart } = apiOf({ state: () => APP })
  expect(await api.install({ whileRunning: false })).toMatchObject({ ok: true })
  expect(restart).toHaveBeenCalledOnce()
})

it('asks before a restart while agents run', async () => {
  const { api, restart } = apiOf({ state: () => APP }, ['a', 'b'])
  expect(await api.install({ whileRunning: false })).toMatchObject({
    error: { category: 'REFUSED', message: expect.stringContaining('2 agents still run') },
  })
  expect(restart).not.toHaveBeenCalled()
  expect(await api.install({ whileRunning: true })).toMatchObject({ ok: true })
  expect(restart).toHaveBeenCalledOnce()
})

it('restarts for nothing that was refused, and for no package that the user installs', async () => {
  const refused = apiOf({ load: NO_UPDATES.load, state: () => APP })
  expect(await refused.api.install({ whileRunning: true })).toMatchObject({ ok: false })
  const loaded = apiOf({ state: () => ({ ...APP, way: 'package', command: 'sudo apt install x' }) })
  expect(await loaded.api.install({ whileRunning: true })).toMatchObject({ value: { command: 'sudo apt install x' } })
  for (const { restart } of [refused, loaded]) expect(restart).not.toHaveBeenCalled()
})

it('is confirmed each time, and needs a token for everything', () => {
  expect(protectionOf('updates.install')).toMatchObject({ access: 'full', confirmed: { isAlone: true } })
})
