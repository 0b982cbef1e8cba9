import { readFile, stat, writeFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'

import { describe, expect, it, vi } from 'vitest'

import type { AppError } from '../../../src/shared/app-error.ts'
import { MENU_COMMAND_CHANNEL, MENU_KEYS_CHANNEL } from '../../../src/shared/host-bridge.ts'
import { dataDirectory as dataDirectoryOfUser } from '../../../src/main/adapters/config/directories.ts'
import type { OpenEngine } from '../../../src/main/hosts/electron/open-engine.ts'
import { PreventableEvent } from '../../support/fake-electron/fake-contents.ts'
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
    electron.app.emit('second-instance', {}, ['ikigai'], '/')
    await vi.waitUntil(() => window.focused, { interval: 1 })

    expect([electron.fake.windows.length, window.minimized]).toEqual([1, false])
  })

  it('keeps its profile, and with it the lock, beside the data that it opens', async () => {
    const electron = await start(scriptedOpening().openEngine)

    expect(electron.app.getPath('userData')).toBe(join(dataDirectory(), 'window'))
  })

  it('makes the folder of its profile first, and says why that is impossible', async () => {
    const electron = await start(scriptedOpening().openEngine)
    expect((await stat(electron.app.getPath('userData'))).mode & 0o777).toBe(0o700)
    const file = join(dataDirectory(), 'a-file')
    await writeFile(file, '')
    const failed = await start(scriptedOpening().openEngine, { dataDirectory: file })
    expect([failed.app.exitCode, failed.fake.windows, failed.app.paths.get('userData')]).toEqual([1, [], undefined])
    expect(failed.fake.errorBoxes).toEqual([
      [
        'ikigai can’t start',
        expect.stringMatching(
          /a-file\/window cannot be used: ENOTDIR.*\. Make the folder writable, or set IKIGAI_DATA_DIR/,
        ),
      ],
    ])
  })

  it.each([
    ['an absolute folder', 'IKIGAI_DATA_DIR', '/somewhere/data', '/somewhere/data'],
    ['a relative folder', 'IKIGAI_DATA_DIR', 'some/data', join(process.cwd(), 'some/data')],
    ['a folder below this one', 'IKIGAI_DATA_DIR', './data/../data', join(process.cwd(), 'data')],
    ['this folder', 'IKIGAI_DATA_DIR', '.', process.cwd()],
    ['a folder with a slash at its end', 'IKIGAI_DATA_DIR', '/somewhere/data/', '/somewhere/data'],
    ['a folder with spaces', 'IKIGAI_DATA_DIR', '/some where/data', '/some where/data'],
    ['an empty variable', 'IKIGAI_DATA_DIR', '', null],
    ['a home', 'HOME', '/home/somebody', null],
    ['a data home', 'XDG_DATA_HOME', '/home/somebody/data', null],
    ['an empty data home', 'XDG_DATA_HOME', '', null],
  ])('has the profile beside the data for %s', async (_name, variable, value, expected) => {
    vi.stubEnv('IKIGAI_DATA_DIR', undefined)
    vi.stubEnv(variable, value)
    const directory = dataDirectoryOfUser()
    expect(isAbsolute(directory)).toBe(true)
    expect(directory).toBe(expected ?? directory)
    const started = vi.fn<(options: { readonly dataDirectory: string }) => void>()
    vi.resetModules()
    vi.doMock('../../../src/main/hosts/electron/start-app.ts', () => ({ startElectronApp: started }))
    await import('../../../src/main/index.ts')
    vi.doUnmock('../../../src/main/hosts/electron/start-app.ts')
    expect(started.mock.calls[0]?.[0].dataDirectory).toBe(directory)
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
    const closed = Promise.withResolvers<readonly string[]>()
    close.mockReturnValue(closed.promise)
    const electron = await start(openEngine)
    const window = await windowOf(electron)
    window.close()
    await vi.waitUntil(() => close.mock.calls.length > 0, { interval: 1 })
    const whileClosing = electron.app.exitCode
    electron.app.quit()
    closed.resolve([])
    await exited(electron)

    expect([whileClosing, electron.app.exitCode, close.mock.calls.length]).toEqual([null, 0, 1])
  })

  it('begins when Windows ends the session, where no event of quitting comes', async () => {
    const { openEngine, close } = scriptedOpening()
    const closed = Promise.withResolvers<readonly string[]>()
    close.mockReturnValue(closed.promise)
    const electron = await start(openEngine)
    await windowOf(electron)
    const events: string[] = []
    for (const name of ['before-quit', 'will-quit']) electron.app.on(name, () => events.push(name))
    electron.fake.endSession()
    await vi.waitUntil(() => close.mock.calls.length > 0, { interval: 1 })
    expect(events).toEqual([])
    closed.resolve([])
    await exited(electron)

    expect([electron.app.exitCode, close.mock.calls.length]).toEqual([0, 1])
  })

  it('begins when Linux or macOS shuts down, which waits for it', async () => {
    const { openEngine, close } = scriptedOpening()
    const electron = await start(openEngine)
    await windowOf(electron)
    const event = new PreventableEvent()
    electron.powerMonitor.emit('shutdown', event)
    await exited(electron)

    expect([event.prevented, close.mock.calls.length]).toEqual([true, 1])
  })

  it.each(['quits', 'ends the session'])('answers a dialog about a failed start if the user %s', async (way) => {
    const electron = await start(async () => ({ ok: false, error: DATABASE_DOWN }), { answers: ['none'] })
    await windowOf(electron)
    await vi.waitUntil(() => electron.fake.boxes.length > 0, { interval: 1 })
    if (way === 'quits') electron.app.quit()
    else electron.fake.endSession()
    await exited(electron)

    expect([electron.app.exitCode, electron.fake.boxes.length]).toEqual([0, 1])
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

  it('opens a window for a command that is chosen without one, and sends it when the page has loaded', async () => {
    const electron = await start(scriptedOpening().openEngine, { loading: 'held' })
    const first = await windowOf(electron, { holdsLoading: true })
    electron.app.removeAllListeners('window-all-closed')
    first.close()
    await vi.waitUntil(() => electron.fake.windows.length === 0, { interval: 1 })
    electron.fake
      .menuItems()
      .find(({ id }) => id === 'agent.fork')
      ?.click?.()
    const window = await windowOf(electron, { holdsLoading: true })
    expect([window.webContents.sent, window.webContents.lost]).toEqual([[], []])
    window.webContents.finishLoading()
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
    const createEngine = vi.fn<(options: unknown) => ReturnType<OpenEngine>>(() => openEngine(() => undefined))
    vi.resetModules()
    vi.doMock('electron', () => electron)
    vi.doMock('../../../src/main/create-engine.ts', () => ({ createEngine }))
    await import('../../../src/main/index.ts')
    const window = await windowOf(electron)
    await vi.waitUntil(() => createEngine.mock.calls.length > 0, { interval: 1 })

    expect(createEngine.mock.calls).toEqual([[{ host: 'electron', replaceApp: expect.any(Function) }]])
    expect(window.options.webPreferences?.['preload']).toMatch(/preload[/\\]index\.cjs$/)
  })
})
