import { EventEmitter } from 'node:events'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { portOpener } from '../../src/renderer/connection/port-channel.ts'
import { en } from '../../src/renderer/text/en/en.ts'
import type { HostBridge } from '../../src/shared/host-bridge.ts'
import {
  CHOOSE_FOLDER_CHANNEL,
  ENGINE_PORT_CHANNEL,
  MENU_COMMAND_CHANNEL,
  MENU_WORDS_CHANNEL,
  OFFER_COMMAND_CHANNEL,
  REQUEST_PORT_CHANNEL,
  SHOW_AGENT_CHANNEL,
} from '../../src/shared/host-bridge.ts'

/** A page's `window`, as far as the preload script and the connection use it. */
class PageWindow extends EventTarget {
  readonly location = { origin: 'app://ikigai' }
  readonly posted: (readonly unknown[])[] = []
  postMessage(data: unknown, targetOrigin: string, ports: readonly unknown[]): void {
    this.posted.push([data, targetOrigin, ports])
    this.receive(data, ports, this)
  }
  receive(data: unknown, ports: readonly unknown[], source: unknown): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data, ports, source }))
  }
}

class IpcRenderer extends EventEmitter {
  readonly sent: string[] = []
  send(channel: string, argument: unknown): void {
    this.sent.push(`${channel} ${String(argument)}`)
  }
  answer: unknown = null
  async invoke(channel: string, argument: string): Promise<unknown> {
    this.sent.push(`${channel} ${argument}`)
    return this.answer
  }
}

let exposed: Map<string, HostBridge>
let ipcRenderer: IpcRenderer
let page: PageWindow

const bridge = (): HostBridge => {
  const found = exposed.get('ikigaiHost')
  if (found === undefined) throw new Error('No bridge')
  return found
}

beforeEach(async () => {
  exposed = new Map()
  ipcRenderer = new IpcRenderer()
  page = new PageWindow()
  vi.stubGlobal('window', page)
  vi.resetModules()
  vi.doMock('electron', () => ({
    ipcRenderer,
    contextBridge: { exposeInMainWorld: (name: string, api: HostBridge) => exposed.set(name, api) },
  }))
  await import('../../src/preload/index.ts')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.doUnmock('electron')
})

describe('the preload script', () => {
  it('exposes seven functions and nothing else', () => {
    expect([...exposed.keys()]).toEqual(['ikigaiHost'])
    expect(Object.keys(bridge())).toEqual([
      'requestEnginePort',
      'onMenuCommand',
      'onShowAgent',
      'chooseFolder',
      'showKeys',
      'nameMenuItems',
      'offerCommand',
    ])
  })

  it('asks for a port and posts the one that comes to its own page only', () => {
    bridge().requestEnginePort(true)
    const port = {}
    ipcRenderer.emit(ENGINE_PORT_CHANNEL, { ports: [port] })

    expect(ipcRenderer.sent).toEqual([`${REQUEST_PORT_CHANNEL} true`])
    expect(page.posted).toEqual([['ikigai:engine-port', 'app://ikigai', [port]]])
  })

  it('asks for a folder, and hands on a path or nothing', async () => {
    const answers = ['/home/ann', null, { path: '/' }]
    const chosen = []
    for (const answer of answers) {
      ipcRenderer.answer = answer
      chosen.push(await bridge().chooseFolder('/home'))
    }

    expect(chosen).toEqual(['/home/ann', null, null])
    expect(ipcRenderer.sent).toEqual(Array(3).fill(`${CHOOSE_FOLDER_CHANNEL} /home`))
  })

  it('passes the words of the menu on', () => {
    bridge().nameMenuItems(en.contextMenu)

    expect(ipcRenderer.sent).toEqual([`${MENU_WORDS_CHANNEL} [object Object]`])
  })

  it('passes on that the command is wanted', () => {
    bridge().offerCommand()

    expect(ipcRenderer.sent).toEqual([`${OFFER_COMMAND_CHANNEL} undefined`])
  })

  it.each([
    ['menu commands', MENU_COMMAND_CHANNEL, 'onMenuCommand'],
    ['agents to show', SHOW_AGENT_CHANNEL, 'onShowAgent'],
  ] as const)('passes %s on, without Electron’s event, until the page stops listening', (_what, channel, listen) => {
    const heard: unknown[][] = []
    const stop = bridge()[listen]((...command: unknown[]) => heard.push(command))
    ipcRenderer.emit(channel, { sender: 'electron' }, 'first')
    stop()
    ipcRenderer.emit(channel, { sender: 'electron' }, 'second')

    expect(heard).toEqual([['first']])
  })
})

describe('the window’s connection through it', () => {
  it('opens with the port that the preload script posts', async () => {
    const opening = portOpener(bridge(), false)(new AbortController().signal)
    const { port1, port2 } = new MessageChannel()
    ipcRenderer.emit(ENGINE_PORT_CHANNEL, { ports: [port1] })
    const channel = await opening
    const received = new Promise((resolve) => channel.onMessage(resolve))
    port2.postMessage('hello')

    expect(await received).toBe('hello')
    channel.close()
  })

  it('takes no port that a frame or another window posts', async () => {
    const stop = new AbortController()
    const opening = portOpener(bridge(), false)(stop.signal)
    page.receive('ikigai:engine-port', [{}], new PageWindow())
    page.receive('something else', [{}], page)
    stop.abort()

    await expect(opening).rejects.toThrow('No longer wanted')
  })

  it('hears that a port was closed, once, from either side', async () => {
    const opening = portOpener(bridge(), false)(new AbortController().signal)
    const { port1, port2 } = new MessageChannel()
    ipcRenderer.emit(ENGINE_PORT_CHANNEL, { ports: [port1] })
    const channel = await opening
    let closed = 0
    const first = new Promise<void>((resolve) => {
      channel.onClose(() => {
        closed += 1
        resolve()
      })
    })
    port2.close()
    await first
    channel.close()

    expect(closed).toBe(1)
  })
})
