import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, vi } from 'vitest'

import { ok, refuse } from '../../../src/shared/result.ts'
import type { DataUpgrade } from '../../../src/main/core/ports/upgrade-ports.ts'
import type { OpenEngine } from '../../../src/main/hosts/electron/open-engine.ts'
import { createRecordingLogger } from '../recording-logger.ts'
import { createScriptedEngine } from '../scripted-engine.ts'
import { createFakeElectron } from './fake-electron.ts'
import type { FakeElectron, FakeOptions } from './fake-electron.ts'

/** The database is of the right version. */
const NO_UPGRADE: DataUpgrade = {
  isNeeded: async () => false,
  hasWholeCopy: async () => true,
  plan: async () => ok(null),
  run: async () => refuse('There is nothing to upgrade.'),
}

interface StartOptions {
  readonly upgrade?: DataUpgrade
  readonly dataDirectory?: string
}

/** Gives each test of the file a directory of its own, and removes the app of the previous test. */
export function prepareElectronApp() {
  let directory = ''
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'ikigai-electron-'))
    await mkdir(join(directory, 'renderer'))
    await writeFile(join(directory, 'renderer', 'index.html'), '<!doctype html><title>window</title>')
    await writeFile(join(directory, 'secret.txt'), 'secret')
    vi.stubEnv('IKIGAI_DATA_DIR', join(directory, 'data'))
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    vi.doUnmock('electron')
    vi.resetModules()
    await rm(directory, { recursive: true })
  })
  return {
    dataDirectory: () => join(directory, 'data'),
    /** Runs the app's real modules with a replacement for Electron. */
    async start(
      openEngine: OpenEngine,
      { upgrade = NO_UPGRADE, ...options }: FakeOptions & StartOptions = {},
    ): Promise<FakeElectron> {
      const electron = createFakeElectron(options)
      vi.resetModules()
      vi.doMock('electron', () => electron)
      const { startElectronApp } = await import('../../../src/main/hosts/electron/start-app.ts')
      startElectronApp({
        openEngine,
        openUpgrade: async () => upgrade,
        openDemo: async () => refuse('No demo in this test.'),
        dataDirectory: options.dataDirectory ?? join(directory, 'data'),
        isLimited: false,
        rendererDirectory: join(directory, 'renderer'),
        preloadPath: '/out/preload/index.cjs',
      })
      return electron
    },
  }
}

/** Returns a scripted engine that opens immediately. */
export function scriptedOpening() {
  const engine = createScriptedEngine()
  const logger = createRecordingLogger()
  const close = vi.fn<() => Promise<readonly string[]>>(async () => [])
  const opened = { engine: { ...engine, close }, logger, warnings: ['Mind this.'] }
  const openEngine: OpenEngine = async () => ok(opened)
  return { engine, logger, close, openEngine }
}

/** Resolves to the app's window when Electron is ready and its page has loaded, or its loading is held. */
export async function windowOf(electron: FakeElectron, { holdsLoading = false } = {}) {
  if (!electron.app.isReady()) electron.app.becomeReady()
  await vi.waitUntil(() => electron.fake.windows.length > 0, { interval: 1 })
  const [window] = electron.fake.windows
  if (window === undefined) throw new Error('No window')
  if (!holdsLoading) await vi.waitUntil(() => !window.webContents.isLoading(), { interval: 1 })
  return window
}

/** Resolves when the real process would have exited. */
export function exited(electron: FakeElectron): Promise<void> {
  return new Promise((resolve) => {
    if (electron.app.exitCode !== null) resolve()
    else electron.app.once('fake:exit', resolve)
  })
}
