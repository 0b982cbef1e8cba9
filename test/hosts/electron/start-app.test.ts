import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, it, vi } from 'vitest'

import type { AppError } from '../../../src/shared/app-error.ts'
import { MENU_COMMAND_CHANNEL, MENU_KEYS_CHANNEL } from '../../../src/shared/host-bridge.ts'
import type { OpenEngine } from '../../../src/main/hosts/electron/open-engine.ts'
import { createFakeElectron } from '../../support/fake-electron/fake-electron.ts'
import { exited, scriptedOpening, prepareElectronApp, windowOf } from '../../support/fake-electron/run-electron-app.ts'

const DATABASE_DOWN: AppError = { category: 'STORAGE', message: 'The server does not answer.', retryable: true }

const { start, dataDirectory } = prepareElectronApp()

describe('the start', () => {
  it('shows a locked-down window before the engine is open', async () => {
    const electron = await start(() => new Promise(() => {}))
    const window = await windowOf(electron)

    expect(window.webContents.url).toBe('app://ikigai/')
    expect(window.options.webPreferences).toMatchObject({
      preload: '/out/preload/index.cjs',
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      backgroundThrottling: false,
    })
    expect(electron.app.sandboxed).toBe(true)
  })

  it('ends at once when ikigai is running already', async () => {
    const openEngine = vi.fn<OpenEngine>()
    const electron = await start(openEngine, { alreadyRunning: true })
    electron.app.becomeReady()

    expect([electron.app.exitCode, electron.fake.windows.length, openEngine.mock.calls.length]).toEqual([0, 0, 0])
  })

  it('brings the window forward when ikigai is started a second time', async () => {
    const electron = await start(scriptedOpening().openEngine)
    const window = await windowOf(electron)
    window.minimized = true
    electron.app.emit('second-instance')

    expect([electron.fake.windows.length, window.minimized, window.focused]).toEqual([1, false, true])
  })

  it('keeps its profile, and with it the lock, beside the data that it opens', async () => {
    const electron = await start(scriptedOpening().openEngine)

    expect(electron.app.getPath('userData')).toBe(join(dataDirectory(), 'window'))
  })

  it('logs what the engine warns of', async () => {
    const { logger, openEngine } = scriptedOpening()
    const electron = await start(openEngine)
    await windowOf(electron)
    await vi.waitUntil(() => logger.lines.length > 0, { interval: 1 })

    expect(logger.lines).toEqual([['warn', 'Mind this.']])
  })

  it('says why the database can’t be opened, and tries again when asked', async () => {
    const { openEngine, close } = scriptedOpening()
    const attempts = vi
      .fn<OpenEngine>()
      .mockResolvedValueOnce({ ok: false, error: DATABASE_DOWN })
      .mockImplementation(openEngine)
    const electron = await start(attempts, { answers: [0] })
    await windowOf(electron)
    await vi.waitUntil(() => attempts.mock.calls.length === 2, { interval: 1 })

    expect(electron.fake.boxes).toMatchObject([
      {
        message: 'The database can’t be opened',
        detail: 'The server does not answer.',
        buttons: ['Try Again', 'Quit'],
      },
    ])
    expect(electron.app.exitCode).toBeNull()
    expect(close).not.toHaveBeenCalled()
  })

  it('quits when asked to, instead of trying again', async () => {
    const electron = await start(async () => ({ ok: false, error: DATABASE_DOWN }), { answers: [1] })
    electron.app.becomeReady()
    await exited(electron)

    expect(electron.app.exitCode).toBe(0)
  })

  it('gives words for a bug in the start, too', async () => {
    const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const electron = await start(() => Promise.reject(new Error('undefined is not a function')), { answers: [1] })
    electron.app.becomeReady()
    await exited(electron)

    expect(electron.fake.boxes).toMatchObject([
      { message: 'ikigai can’t start', detail: 'undefined is not a function' },
    ])
    expect(String(printed.mock.calls[0]?.[0])).toContain('start-app.test.ts')
    printed.mockRestore()
  })
})

describe('the end', () => {
  it('waits for the engine to be closed', async () => {
    const { openEngine, close } = scriptedOpening()
    const closed = Promise.withResolvers<void>()
    close.mockReturnValue(closed.promise)
    const electron = await start(openEngine)
    const window = await windowOf(electron)
    window.close()
    await vi.waitUntil(() => close.mock.calls.length > 0, { interval: 1 })
    const whileClosing = electron.app.exitCode
    electron.app.quit()
    closed.resolve()
    await exited(electron)

    expect([whileClosing, electron.app.exitCode, close.mock.calls.length]).toEqual([null, 0, 1])
  })

  it('keeps the window’s place for the next start', async () => {
    const first = await start(scriptedOpening().openEngine)
    const window = await windowOf(first)
    window.bounds = { x: 50, y: 60, width: 1000, height: 700 }
    window.maximized = true
    window.close()
    await exited(first)
    const second = await windowOf(await start(scriptedOpening().openEngine))

    expect([second.bounds, second.maximized]).toEqual([{ x: 50, y: 60, width: 1000, height: 700 }, true])
    expect(JSON.parse(await readFile(join(dataDirectory(), 'window', 'window-state.json'), 'utf8'))).toEqual({
      bounds: { x: 50, y: 60, width: 1000, height: 700 },
      maximized: true,
    })
  })
})

describe('the application menu', () => {
  it('sends the command of a chosen item to the window', async () => {
    const electron = await start(scriptedOpening().openEngine)
    const window = await windowOf(electron)
    electron.fake
      .menuItems()
      .find(({ id }) => id === 'agent.fork')
      ?.click?.()

    expect(window.webContents.sent).toEqual([[MENU_COMMAND_CHANNEL, 'agent.fork']])
  })

  it('shows the keys that the window names, and nothing that a frame in it or nonsense would have it show', async () => {
    const electron = await start(scriptedOpening().openEngine)
    const { webContents } = await windowOf(electron)
    const shown = () => electron.fake.menuItems().find(({ id }) => id === 'agent.fork')?.accelerator
    const before = shown()
    const send = (keys: unknown, frame?: object) =>
      electron.fake.sendFromPage(webContents, MENU_KEYS_CHANNEL, frame, keys)
    send({ 'agent.fork': ['Mod+J'] }, { url: 'app://ikigai/' })
    send({ 'agent.fork': 'Mod+J' })
    expect(shown()).toBe(before)
    send({ 'agent.fork': ['Mod+J'] })
    expect(shown()).toBe('CmdOrCtrl+J')
    send({})
    expect(shown()).toBe(before)
  })
})

describe('src/main/index.ts', () => {
  it('opens the engine for Electron and finds the built window beside itself', async () => {
    const { openEngine } = scriptedOpening()
    const electron = createFakeElectron()
    const createEngine = vi.fn<(options: unknown) => ReturnType<OpenEngine>>(() => openEngine())
    vi.resetModules()
    vi.doMock('electron', () => electron)
    vi.doMock('../../../src/main/create-engine.ts', () => ({ createEngine }))
    await import('../../../src/main/index.ts')
    const window = await windowOf(electron)
    await vi.waitUntil(() => createEngine.mock.calls.length > 0, { interval: 1 })

    expect(createEngine.mock.calls).toEqual([[{ host: 'electron' }]])
    expect(window.options.webPreferences?.['preload']).toMatch(/preload[/\\]index\.cjs$/)
  })
})
