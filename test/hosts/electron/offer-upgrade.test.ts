import { describe, expect, it, vi } from 'vitest'

import type { DataUpgrade } from '../../../src/main/core/ports/upgrade-ports.ts'
import type { OpenEngine } from '../../../src/main/hosts/electron/open-engine.ts'
import type { AppError } from '../../../src/shared/app-error.ts'
import { err, ok, refuse } from '../../../src/shared/result.ts'
import { exited, prepareElectronApp, scriptedOpening, windowOf } from '../../support/fake-electron/run-electron-app.ts'

const ERROR: AppError = { category: 'STORAGE', message: 'It was written by PostgreSQL 17.', retryable: true }
const OLDER = err(ERROR)

const { start } = prepareElectronApp()

function upgradeOf({ plan, run }: Partial<DataUpgrade> = {}) {
  const planned = { source: 'copy' as const, home: '/data/postgres', kept: '/kept', text: 'What will happen: …' }
  const done = {
    agents: 1,
    events: 2,
    blobs: 0,
    own: 18,
    kept: '/kept',
    withheld: [],
    text: 'Upgraded to PostgreSQL 18.',
  }
  return {
    isNeeded: async () => true,
    hasWholeCopy: async () => false,
    plan: plan ?? (async () => ok(planned)),
    run: vi.fn<DataUpgrade['run']>(run ?? (async () => ok(done))),
  }
}

function opensAfterUpgrade() {
  const { openEngine } = scriptedOpening()
  return vi.fn<OpenEngine>().mockResolvedValueOnce(OLDER).mockImplementation(openEngine)
}

describe('a database of an older PostgreSQL', () => {
  it('is upgraded after it was shown what will happen, and then opened', async () => {
    const attempts = opensAfterUpgrade()
    const upgrade = upgradeOf()
    const electron = await start(attempts, { answers: [0, 0], upgrade })
    await windowOf(electron)
    await vi.waitUntil(() => attempts.mock.calls.length === 2, { interval: 1 })
    expect(electron.fake.boxes).toMatchObject([
      {
        message: 'Upgrade the database?',
        detail: expect.stringMatching(/^What will happen: …\n\nA large database takes minutes\. Keep ikigai open/),
        buttons: ['Upgrade', 'Quit'],
        defaultId: 1,
        cancelId: 1,
      },
      { message: 'The database was upgraded', detail: 'Upgraded to PostgreSQL 18.', buttons: ['Continue'] },
    ])
    expect(upgrade.run).toHaveBeenCalledOnce()
  })

  it('is left as it is when the user quits', async () => {
    const upgrade = upgradeOf()
    const electron = await start(async () => OLDER, { answers: [1], upgrade })
    electron.app.becomeReady()
    await exited(electron)
    expect([electron.app.exitCode, upgrade.run.mock.calls.length]).toEqual([0, 0])
  })

  it.each([
    ['that cannot be upgraded now', { plan: async () => refuse('There is no copy. Do one of these: …') }, [1]],
    ['whose upgrade fails', { run: async () => refuse('There is no copy. Do one of these: …') }, [0, 1]],
  ])('%s says what helps, and can be tried again', async (_, parts, answers) => {
    const electron = await start(async () => OLDER, { answers, upgrade: upgradeOf(parts) })
    electron.app.becomeReady()
    await exited(electron)
    expect(electron.fake.boxes.at(-1)).toMatchObject({
      message: 'The database can’t be opened',
      detail: 'There is no copy. Do one of these: …',
      buttons: ['Try Again', 'Quit'],
    })
  })
})
