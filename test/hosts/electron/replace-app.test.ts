import { afterEach, expect, it, vi } from 'vitest'

import type { UpdateRefusal } from '../../../src/shared/app-update.ts'
import { refuse, ok } from '../../../src/shared/result.ts'
import type { LoadedUpdate, ReplaceApp } from '../../../src/main/core/ports/update-ports.ts'
import type { prepareInstall } from '../../../src/main/hosts/electron/install-update.ts'
import type { OpenEngine } from '../../../src/main/hosts/electron/open-engine.ts'
import { exited, prepareElectronApp, scriptedOpening, windowOf } from '../../support/fake-electron/run-electron-app.ts'

const { start } = prepareElectronApp()
const UPDATE: LoadedUpdate = { version: '1.3.0', path: '/updates/app', name: 'app', size: 1, sha512: '' }
const MODULE = '../../../src/main/hosts/electron/install-update.ts'
afterEach(() => {
  vi.doUnmock(MODULE)
})

interface Trial {
  /** Whether the copy for upgrades is whole. */
  readonly whole?: boolean
  readonly answers?: readonly number[]
  readonly prepare?: typeof prepareInstall
}

/** Runs the app, which is replaced, and notes what happens in order. */
async function replace({ whole = true, answers = [], prepare }: Trial) {
  const done: string[] = []
  const install = (): boolean => done.push('installed') > 0
  vi.doMock(MODULE, () => ({ prepareInstall: prepare ?? (async () => install) }))
  const { openEngine, close } = scriptedOpening()
  close.mockImplementation(async () => {
    done.push('engine closed')
    return []
  })
  const given = Promise.withResolvers<ReplaceApp>()
  const opening: OpenEngine = (replaceApp) => {
    given.resolve(replaceApp)
    return openEngine(replaceApp)
  }
  const upgrade = {
    isNeeded: async () => false,
    hasWholeCopy: async () => {
      done.push('copy looked at')
      return whole
    },
    plan: async () => ok(null),
    run: async () => refuse('Not in this test.'),
  }
  const electron = await start(opening, { answers, upgrade })
  await windowOf(electron)
  const failed = vi.fn<(reason: UpdateRefusal) => void>()
  ;(await given.promise)(UPDATE, failed)
  return { electron, done, failed }
}

it('closes the engine, looks at the copy for upgrades, and replaces the app last', async () => {
  const { electron, done } = await replace({})
  await exited(electron)
  expect(done).toEqual(['engine closed', 'copy looked at', 'installed'])
  expect([electron.app.restarts, electron.app.exitCode, electron.fake.boxes]).toEqual([['unlocked'], 0, []])
})

it('asks where the copy is not whole, and starts the same version again after a no', async () => {
  const refused = await replace({ whole: false, answers: [1] })
  await exited(refused.electron)
  expect(refused.done).toEqual(['engine closed', 'copy looked at'])
  expect(refused.electron.app.restarts).toEqual(['relaunched'])
  expect(refused.electron.fake.boxes).toMatchObject([{ defaultId: 1, cancelId: 1 }])
  const accepted = await replace({ whole: false, answers: [0] })
  await exited(accepted.electron)
  expect(accepted.done).toContain('installed')
})

it('goes on when the system cannot be prepared', async () => {
  const { electron, done, failed } = await replace({ prepare: async () => Promise.reject(new Error('no room')) })
  await vi.waitUntil(() => failed.mock.calls.length > 0, { interval: 1 })
  expect([failed.mock.calls, done, electron.app.exitCode]).toEqual([[['not_installed']], [], null])
})

it('starts the same version again when the new one could not be put in place', async () => {
  const { electron } = await replace({ prepare: async () => () => false })
  await exited(electron)
  expect(electron.app.restarts).toEqual(['unlocked', 'relaunched'])
})
