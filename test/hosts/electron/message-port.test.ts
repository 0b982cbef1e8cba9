import { describe, expect, it } from 'vitest'

import { ENGINE_PORT_CHANNEL, REQUEST_PORT_CHANNEL } from '../../../src/shared/host-bridge.ts'
import type { FakePort } from '../../support/fake-electron/fake-contents.ts'
import type { FakeElectron } from '../../support/fake-electron/fake-electron.ts'
import { scriptedOpening, prepareElectronApp, windowOf } from '../../support/fake-electron/run-electron-app.ts'

const { start } = prepareElectronApp()

describe('the engine’s port', () => {
  /** What a page does: asks for a port, and talks over it. */
  const askForPort = (electron: FakeElectron, frame?: object | null) => {
    const [window] = electron.fake.windows
    if (window === undefined) throw new Error('No window')
    const { webContents } = window
    const ports: FakePort[] = []
    const { promise, resolve } = Promise.withResolvers<FakePort>()
    webContents.on('fake:port', (channel: string, _message: unknown, [port]: readonly FakePort[]) => {
      if (channel !== ENGINE_PORT_CHANNEL || port === undefined) return
      ports.push(port)
      resolve(port)
    })
    electron.fake.sendFromPage(webContents, REQUEST_PORT_CHANNEL, frame === undefined ? webContents.mainFrame : frame)
    return { ports, port: promise }
  }

  it('goes to the page as soon as the engine is open, and carries the contract', async () => {
    const { engine, openEngine } = scriptedOpening()
    const gate = Promise.withResolvers<void>()
    const electron = await start(async () => {
      await gate.promise
      return openEngine(() => undefined)
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
    // The host follows the tree, too, from the start.
    await engine.until(() => engine.subscriptions.length === 2)
    first.close()
    await engine.until(() => engine.subscriptions[1]?.ended === true)
    const second = await askForPort(electron).port

    expect(second).not.toBe(first)
    expect(engine.subscriptions[0]?.ended).toBe(false)
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
