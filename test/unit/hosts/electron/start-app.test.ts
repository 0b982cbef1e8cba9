import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { AppError } from '../../../../src/shared/app-error.ts'
import { ENGINE_PORT_CHANNEL, MENU_COMMAND_CHANNEL, REQUEST_PORT_CHANNEL } from '../../../../src/shared/host-bridge.ts'
import type { OpenEngine } from '../../../../src/main/hosts/electron/open-engine.ts'
import { createElectronStandIn, PreventableEvent } from '../../../support/electron-stand-in/electron-stand-in.ts'
import type {
  ElectronStandIn,
  StandInOptions,
  StandInPort,
} from '../../../support/electron-stand-in/electron-stand-in.ts'
import { createRecordingLogger } from '../../../support/recording-logger.ts'
import { createScriptedEngine } from '../../../support/scripted-engine.ts'

const DATABASE_DOWN: AppError = { category: 'STORAGE', message: 'The server does not answer.', retryable: true }

let directory: string

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
  vi.doUnmock('../../../../src/main/create-engine.ts')
  vi.resetModules()
  await rm(directory, { recursive: true })
})

function scriptedOpening() {
  const engine = createScriptedEngine()
  const logger = createRecordingLogger()
  const close = vi.fn(() => Promise.resolve())
  const openEngine: OpenEngine = async () => ({
    ok: true,
    engine: { ...engine, close },
    logger,
    warnings: ['Mind this.'],
  })
  return { engine, logger, close, openEngine }
}

/** Runs the app with its real modules on the stand-in. */
async function start(openEngine: OpenEngine, options: StandInOptions = {}): Promise<ElectronStandIn> {
  const electron = createElectronStandIn(options)
  vi.resetModules()
  vi.doMock('electron', () => electron)
  const { startElectronApp } = await import('../../../../src/main/hosts/electron/start-app.ts')
  startElectronApp({
    openEngine,
    rendererDirectory: join(directory, 'renderer'),
    preloadPath: '/out/preload/index.cjs',
  })
  return electron
}

async function windowOf(electron: ElectronStandIn) {
  if (!electron.app.isReady()) electron.app.becomeReady()
  await vi.waitUntil(() => electron.standIn.windows.length > 0, { interval: 1 })
  const [window] = electron.standIn.windows
  if (window === undefined) throw new Error('No window')
  return window
}

function exited(electron: ElectronStandIn): Promise<void> {
  return new Promise((resolve) => {
    if (electron.app.exitCode !== null) resolve()
    else electron.app.once('stand-in:exit', resolve)
  })
}

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

    expect([electron.app.exitCode, electron.standIn.windows.length, openEngine.mock.calls.length]).toEqual([0, 0, 0])
  })

  it('brings the window forward when ikigai is started a second time', async () => {
    const electron = await start(scriptedOpening().openEngine)
    const window = await windowOf(electron)
    window.minimized = true
    electron.app.emit('second-instance')

    expect([electron.standIn.windows.length, window.minimized, window.focused]).toEqual([1, false, true])
  })

  it('keeps its profile, and with it the lock, beside the data that it opens', async () => {
    const electron = await start(scriptedOpening().openEngine)

    expect(electron.app.getPath('userData')).toBe(join(directory, 'data', 'window'))
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

    expect(electron.standIn.boxes).toMatchObject([
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
    const printed = vi.spyOn(console, 'error').mockReturnValue()
    const electron = await start(() => Promise.reject(new Error('undefined is not a function')), { answers: [1] })
    electron.app.becomeReady()
    await exited(electron)

    expect(electron.standIn.boxes).toMatchObject([
      { message: 'ikigai can’t start', detail: 'undefined is not a function' },
    ])
    expect(printed).toHaveBeenCalledOnce()
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
    expect(JSON.parse(await readFile(join(directory, 'data', 'window', 'window-state.json'), 'utf8'))).toEqual({
      bounds: { x: 50, y: 60, width: 1000, height: 700 },
      maximized: true,
    })
  })
})

describe('the window’s page', () => {
  it('gets its files under the policy, and nothing from outside', async () => {
    const electron = await start(scriptedOpening().openEngine)
    await windowOf(electron)
    const page = await electron.standIn.fetch('app://ikigai/')
    const others = await Promise.all(
      [
        'app://ikigai/..%2fsecret.txt',
        'app://ikigai/%2e%2e%2fsecret.txt',
        'app://elsewhere/',
        'app://ikigai/nothing.js',
      ].map((url) => electron.standIn.fetch(url)),
    )

    expect([page.status, await page.text()]).toEqual([200, '<!doctype html><title>window</title>'])
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    expect(others.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect((await electron.standIn.fetch('app://ikigai/', 'POST')).status).toBe(404)
    expect(electron.standIn.privileged).toEqual([
      { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
    ])
  })

  it.each([
    ['app://ikigai/', true, false],
    ['app://ikigai/', false, true],
    ['app://ikigai.evil/', true, true],
    ['app://ikigai@evil/', true, true],
    ['https://example.com/', true, true],
    ['file:///etc/passwd', true, true],
    ['javascript:alert(1)', true, true],
    ['about:blank', false, true],
    ['not a url', true, true],
  ])('navigates only to itself: %s (main frame: %s) prevented: %s', async (url, isMainFrame, prevented) => {
    const electron = await start(scriptedOpening().openEngine)
    const { webContents } = await windowOf(electron)
    const event = new PreventableEvent({ url, isMainFrame })
    webContents.emit('will-frame-navigate', event)

    expect(event.prevented).toBe(prevented)
  })

  it('takes no redirect away from itself and no webview', async () => {
    const electron = await start(scriptedOpening().openEngine)
    const { webContents } = await windowOf(electron)
    const events = [new PreventableEvent({ url: 'https://example.com/' }), new PreventableEvent()]
    webContents.emit('will-redirect', events[0])
    webContents.emit('will-attach-webview', events[1])

    expect(events.map(({ prevented }) => prevented)).toEqual([true, true])
  })

  it('opens no window, and hands only web addresses to the system', async () => {
    const electron = await start(scriptedOpening().openEngine)
    const { webContents } = await windowOf(electron)
    const urls = [
      'https://example.com/a?b#c',
      'http://example.com',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'smb://host/share',
      'ms-settings:',
      'https://bank.example@evil.example/',
      'app://ikigai/',
      'not a url',
    ]
    const actions = urls.map((url) => webContents.windowOpenHandler?.({ url }).action)

    expect(new Set(actions)).toEqual(new Set(['deny']))
    expect(electron.standIn.opened).toEqual(['https://example.com/a?b#c', 'http://example.com/'])
  })

  it('may write to the clipboard and notify, and nothing else', async () => {
    const electron = await start(scriptedOpening().openEngine)
    const { webContents } = await windowOf(electron)
    const { request, check, device } = electron.standIn.permissions
    const asked = [
      'clipboard-sanitized-write',
      'notifications',
      'media',
      'geolocation',
      'clipboard-read',
      'openExternal',
    ]
    const granted = asked.filter((permission) => {
      let answer = false
      request?.(webContents, permission, (given) => {
        answer = given
      })
      return answer
    })
    const checks = asked.filter((permission) => check?.(null, permission, 'app://ikigai'))
    const foreign = asked.filter((permission) => check?.(null, permission, 'https://example.com'))

    expect([granted, checks, foreign, device?.()]).toEqual([asked.slice(0, 2), asked.slice(0, 2), [], false])
  })
})

describe('the engine’s port', () => {
  /** What a page does: asks for a port, and talks over it. */
  const askForPort = (electron: ElectronStandIn, frame?: object | null) => {
    const [window] = electron.standIn.windows
    if (window === undefined) throw new Error('No window')
    const { webContents } = window
    const ports: StandInPort[] = []
    const { promise, resolve } = Promise.withResolvers<StandInPort>()
    webContents.on('stand-in:port', (channel: string, _message: unknown, [port]: readonly StandInPort[]) => {
      if (channel !== ENGINE_PORT_CHANNEL || port === undefined) return
      ports.push(port)
      resolve(port)
    })
    electron.standIn.sendFromPage(
      webContents,
      REQUEST_PORT_CHANNEL,
      frame === undefined ? webContents.mainFrame : frame,
    )
    return { ports, port: promise }
  }

  it('goes to the page as soon as the engine is open, and carries the contract', async () => {
    const { engine, openEngine } = scriptedOpening()
    const gate = Promise.withResolvers<void>()
    const electron = await start(async () => {
      await gate.promise
      return openEngine()
    })
    await windowOf(electron)
    const asked = askForPort(electron)
    const beforeOpen = asked.ports.length
    gate.resolve()
    const port = await asked.port
    const answer = new Promise((resolve) => port.on('message', ({ data }: { data: unknown }) => resolve(data)))
    port.start()
    port.postMessage(JSON.stringify({ i: '1', p: { u: '/settings/get', b: { json: { key: 'theme' } } } }))

    expect(beforeOpen).toBe(0)
    expect(JSON.parse(String(await answer))).toEqual({ i: '1', p: { b: { json: { key: 'theme' } } } })
    port.close()
    expect(engine.calls).toEqual([])
  })

  it('comes again after a reload, and ends what the old page had subscribed to', async () => {
    const { engine, openEngine } = scriptedOpening()
    const electron = await start(openEngine)
    await windowOf(electron)
    const first = await askForPort(electron).port
    first.postMessage(JSON.stringify({ i: '1', p: { u: '/engine/subscribe' } }))
    await engine.until(() => engine.subscriptions.length === 1)
    first.close()
    await engine.until(() => engine.subscriptions[0]?.ended === true)
    const second = await askForPort(electron).port

    expect(second).not.toBe(first)
    second.close()
  })

  it.each([
    ['a frame inside the page', { url: 'app://ikigai/' }],
    ['a frame that is gone', null],
  ])('does not go to %s', async (_who, frame) => {
    const { openEngine } = scriptedOpening()
    const electron = await start(openEngine)
    await windowOf(electron)
    const refused = askForPort(electron, frame)
    const { port } = askForPort(electron)
    ;(await port).close()

    expect(refused.ports.length).toBe(1)
  })

  it('does not go to a foreign page in the main frame', async () => {
    const { openEngine } = scriptedOpening()
    const electron = await start(openEngine)
    const window = await windowOf(electron)
    window.webContents.mainFrame.url = 'https://evil.example/'
    const refused = askForPort(electron)
    window.webContents.mainFrame.url = 'app://ikigai/'
    const { port } = askForPort(electron)
    ;(await port).close()

    expect(refused.ports.length).toBe(1)
  })
})

describe('the application menu', () => {
  it('sends the command of a chosen item to the window', async () => {
    const electron = await start(scriptedOpening().openEngine)
    const window = await windowOf(electron)
    electron.standIn
      .menuItems()
      .find(({ id }) => id === 'agent.fork')
      ?.click?.()

    expect(window.webContents.sent).toEqual([[MENU_COMMAND_CHANNEL, 'agent.fork']])
  })
})

describe('src/main/index.ts', () => {
  it('opens the engine for Electron and finds the built window beside itself', async () => {
    const { openEngine } = scriptedOpening()
    const electron = createElectronStandIn()
    const createEngine = vi.fn((_options: unknown) => openEngine())
    vi.resetModules()
    vi.doMock('electron', () => electron)
    vi.doMock('../../../../src/main/create-engine.ts', () => ({ createEngine }))
    await import('../../../../src/main/index.ts')
    const window = await windowOf(electron)
    await vi.waitUntil(() => createEngine.mock.calls.length > 0, { interval: 1 })

    expect(createEngine.mock.calls).toEqual([[{ host: 'electron' }]])
    expect(String(window.options.webPreferences?.['preload'])).toMatch(/preload[/\\]index\.cjs$/)
  })
})
