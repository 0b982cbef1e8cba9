import type { ChosenKeys } from './command-keys.ts'
import type { AgentId } from './ids.ts'

/** The names used between the Electron host, its preload script and the window. */

/** The property of `window` under which the preload script exposes the bridge; missing in a browser. */
export const HOST_BRIDGE = 'ikigaiHost'

/** The `window` message with which the preload script passes the engine's MessagePort to the page. */
export const ENGINE_PORT_MESSAGE = 'ikigai:engine-port'

/** Preload → main: the window requests a port, again after each reload. */
export const REQUEST_PORT_CHANNEL = 'ikigai:request-engine-port'

/** Main → preload: a port attached. */
export const ENGINE_PORT_CHANNEL = 'ikigai:engine-port'

/** Main → preload: the id of a chosen menu item. */
export const MENU_COMMAND_CHANNEL = 'ikigai:menu-command'

/** Main → preload: the id of the agent whose notification the user clicked. */
export const SHOW_AGENT_CHANNEL = 'ikigai:show-agent'

/** Preload → main, with a reply: opens a folder dialog at the given path and returns the chosen path or null. */
export const CHOOSE_FOLDER_CHANNEL = 'ikigai:choose-folder'

/** Preload → main: the keys that the user chose, for the application menu. */
export const MENU_KEYS_CHANNEL = 'ikigai:menu-keys'

/** Preload → main: the words of the context menu, in the language of the window. */
export const MENU_WORDS_CHANNEL = 'ikigai:menu-words'

/** Preload → main: the user wants the command `ikigai` in terminals, or no longer. */
export const OFFER_COMMAND_CHANNEL = 'ikigai:offer-command'

/** The items of the context menu. */
export interface MenuWords {
  readonly cut: string
  readonly copy: string
  readonly paste: string
  readonly selectAll: string
  readonly openLink: string
  readonly copyLink: string
  readonly copyImage: string
  readonly saveImage: string
  readonly noSuggestions: string
  readonly learnWord: string
  readonly checkSpelling: string
  /** Instead of `checkSpelling` where dictionaries are not there yet. */
  readonly downloadDictionaries: string
}

/** The API that the preload script exposes to the window. Nothing else is shared between the two. */
export interface HostBridge {
  /**
   * The port arrives as an `ENGINE_PORT_MESSAGE` on `window` as soon as the engine is open. `showsDemo`: the engine of
   * the demo instead of the user's own.
   */
  requestEnginePort(showsDemo: boolean): void
  /** Calls `listener` with the command id of each chosen menu item; returns how to unsubscribe. */
  onMenuCommand(listener: (command: string) => void): () => void
  /** Calls `listener` with the id of each agent to show; returns how to unsubscribe. */
  onShowAgent(listener: (agentId: AgentId) => void): () => void
  /** Lets the user choose a folder, starting at `from`; null if none was chosen. */
  chooseFolder(from: string): Promise<string | null>
  /** Replaces the keys that the application menu shows and handles. */
  showKeys(keys: ChosenKeys): void
  /** Sets the words of the context menu. */
  nameMenuItems(words: MenuWords): void
  /** Offers to install the command `ikigai`, or to remove it, in dialogs of the system. */
  offerCommand(): void
}

/**
 * Flow control on a MessagePort, which has none of its own. Payloads are strings; the window replies with numbers, each
 * the count of UTF-16 units processed since the last reply, at the latest after `ACKNOWLEDGE_EVERY`. The engine stops
 * reading its feeds while more than `PORT_WINDOW` units are unacknowledged.
 */
export const ACKNOWLEDGE_EVERY = 64 * 1024
export const PORT_WINDOW = 1024 * 1024

/** Path at which the browser host accepts the window's WebSocket. */
export const ENGINE_SOCKET_PATH = '/engine'

/**
 * Path at which a page of the browser host exchanges a one-time token for a session (POST), or checks for a session
 * (GET).
 */
export const SESSION_PATH = '/session'

/**
 * Path of an empty page without network and with an opaque origin, into which the window writes what may be hostile.
 */
export const SANDBOX_PATH = '/sandbox'

/** The message with which that page says to the window that it can take a document. */
export const SANDBOX_READY = 'ikigai:sandbox-ready'

/** Path of the page that explains how to get access. */
export const NO_SESSION_PATH = '/no-session'

/**
 * Parameter in the fragment (after `#`) of the address that opens a browser. Fragments are not sent to servers or
 * logged.
 */
export const TOKEN_PARAMETER = 'token'

/** Separates messages that the engine sends together. They are JSON, which contains no raw line break. */
export const MESSAGE_SEPARATOR = '\n'

/**
 * WebSocket subprotocols: the protocol itself, whose number changes with how messages are joined, and prefixes for the
 * page's session and for the proof of its confirmation.
 */
export const ENGINE_PROTOCOL = 'ikigai.2'
export const SESSION_PROTOCOL = 'ikigai.session.'
export const WINDOW_PROTOCOL = 'ikigai.window.'

/** WebSocket subprotocol of a window that shows the demo. */
export const DEMO_PROTOCOL = 'ikigai.demo'
