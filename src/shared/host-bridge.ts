import type { ChosenKeys } from './app-commands.ts'

/** Everything that passes between the Electron host, its preload script and the window, by name. */

/** The property of `window` under which the preload script exposes the bridge; missing in a browser. */
export const HOST_BRIDGE = 'ikigaiHost'

/** The `window` message, a port attached, with which the preload script hands over the engine's MessagePort. */
export const ENGINE_PORT_MESSAGE = 'ikigai:engine-port'

/** Preload → main: the window asks for a port; asked again after a reload. */
export const REQUEST_PORT_CHANNEL = 'ikigai:request-engine-port'

/** Main → preload: a port attached. */
export const ENGINE_PORT_CHANNEL = 'ikigai:engine-port'

/** Main → preload: the id of a chosen menu item. */
export const MENU_COMMAND_CHANNEL = 'ikigai:menu-command'

/** Main → preload: the id of an agent that the person wants to see, because a notification told of it. */
export const SHOW_AGENT_CHANNEL = 'ikigai:show-agent'

/** Preload → main, answered: the person is asked for a folder; the path to begin at, and the one chosen or null. */
export const CHOOSE_FOLDER_CHANNEL = 'ikigai:choose-folder'

/** Preload → main: the keys that a person chose, for the application menu. */
export const MENU_KEYS_CHANNEL = 'ikigai:menu-keys'

/** What the preload script exposes to the window: no more than this crosses between the two. */
export interface HostBridge {
  /** The port arrives as an `ENGINE_PORT_MESSAGE` on `window` as soon as the engine is open. */
  requestEnginePort(): void
  /** Calls `listener` with the command id of each chosen menu item; returns how to unsubscribe. */
  onMenuCommand(listener: (command: string) => void): () => void
  /** Hears of agents that the person wants to see; answers how to stop hearing it. */
  onShowAgent(listener: (agentId: string) => void): () => void
  /** Asks the person for a folder, beginning at `from`; null: none was chosen. */
  chooseFolder(from: string): Promise<string | null>
  /** The application menu shows these instead of the first ones, and reacts to the first ones no more. */
  showKeys(keys: ChosenKeys): void
}

/**
 * Flow control on a MessagePort, which has none of its own. Payloads are strings; the window answers with a number, the
 * count of UTF-16 units that it has taken in since the last answer, at the latest every `ACKNOWLEDGE_EVERY`. The engine
 * stops pulling its feeds while more than `PORT_WINDOW` are unanswered.
 */
export const ACKNOWLEDGE_EVERY = 64 * 1024
export const PORT_WINDOW = 1024 * 1024

/** Where the browser host takes the window's WebSocket. */
export const ENGINE_SOCKET_PATH = '/engine'

/** Where a page of the browser host turns a one-time token into a session (POST), or asks whether it has one (GET). */
export const SESSION_PATH = '/session'

/** The page that says how to get in. */
export const NO_SESSION_PATH = '/no-session'

/** Behind the `#` of an address that opens a browser: that part is sent to no server and stands in no log. */
export const TOKEN_PARAMETER = 'token'

/** The protocol of the WebSocket, and what a page says beside it: its session, and that its window was confirmed. */
export const ENGINE_PROTOCOL = 'ikigai'
export const SESSION_PROTOCOL = 'ikigai.session.'
export const WINDOW_PROTOCOL = 'ikigai.window.'
