import { contextBridge, ipcRenderer } from 'electron'

import {
  CHOOSE_FOLDER_CHANNEL,
  ENGINE_PORT_CHANNEL,
  ENGINE_PORT_MESSAGE,
  HOST_BRIDGE,
  MENU_COMMAND_CHANNEL,
  MENU_KEYS_CHANNEL,
  MENU_WORDS_CHANNEL,
  OFFER_COMMAND_CHANNEL,
  REQUEST_PORT_CHANNEL,
  SHOW_AGENT_CHANNEL,
} from '../shared/host-bridge.ts'
import type { HostBridge } from '../shared/host-bridge.ts'

/** The parts of the page that this file uses. Including the DOM types would add them to the whole main process. */
declare const window: {
  readonly location: { readonly origin: string }
  postMessage(message: string, targetOrigin: string, transfer: readonly object[]): void
}

// A port cannot cross the context bridge, only be posted. The target origin excludes a page that has replaced this one.
ipcRenderer.on(ENGINE_PORT_CHANNEL, (event) => {
  window.postMessage(ENGINE_PORT_MESSAGE, window.location.origin, event.ports)
})

contextBridge.exposeInMainWorld(HOST_BRIDGE, {
  requestEnginePort: (showsDemo) => ipcRenderer.send(REQUEST_PORT_CHANNEL, showsDemo),
  onMenuCommand: (listener) => hear(MENU_COMMAND_CHANNEL, listener),
  onShowAgent: (listener) => hear(SHOW_AGENT_CHANNEL, listener),
  async chooseFolder(from) {
    const chosen: unknown = await ipcRenderer.invoke(CHOOSE_FOLDER_CHANNEL, from)
    return typeof chosen === 'string' ? chosen : null
  },
  showKeys: (keys) => ipcRenderer.send(MENU_KEYS_CHANNEL, keys),
  nameMenuItems: (words) => ipcRenderer.send(MENU_WORDS_CHANNEL, words),
  offerCommand: () => ipcRenderer.send(OFFER_COMMAND_CHANNEL),
} satisfies HostBridge)

/** Calls the listener without the event, which would give the page access to the sender. */
function hear(channel: string, listener: (text: string) => void): () => void {
  const receive = (_event: unknown, text: string) => listener(text)
  ipcRenderer.on(channel, receive)
  return () => void ipcRenderer.off(channel, receive)
}
