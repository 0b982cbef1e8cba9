import {
  DEMO_PROTOCOL,
  ENGINE_PROTOCOL,
  NO_SESSION_PATH,
  SESSION_PATH,
  SESSION_PROTOCOL,
  TOKEN_PARAMETER,
  WINDOW_PROTOCOL,
} from '../../shared/host-bridge.ts'
import { isDemoWindow } from './demo-window.ts'

/**
 * The page's access to the engine of a browser host. It is saved in the storage of the origin, which pages of other
 * ports and host names cannot read, and which browsers do not send with requests.
 */
export interface WebSession {
  /** Returns the subprotocols with which to open a socket. */
  protocols(): readonly string[]
  /** Checks that the host accepts the session; otherwise the page explains how to get a new one. */
  check(signal: AbortSignal): Promise<void>
}

/** Key in the storage of the origin: all tabs share the session. */
const SESSION_KEY = 'ikigai.session'
/** Key in the storage of the tab: a confirmation applies to one tab, also after a reload. */
const WINDOW_KEY = 'ikigai.window'

interface Granted {
  readonly session: string
  readonly window: string
}

/** Returns the session of this origin, after exchanging a one-time token in the address for a new one. */
export async function openWebSession(): Promise<WebSession> {
  // Opening an address in a tab that already shows the page changes only the fragment.
  window.addEventListener('hashchange', () => {
    if (tokenOfAddress() !== null) window.location.reload()
  })
  const token = tokenOfAddress()
  if (token !== null) {
    window.history.replaceState(null, '', window.location.pathname)
    await takeToken(token)
  }
  if (session() === null) window.location.replace(NO_SESSION_PATH)
  return {
    protocols() {
      const key = window.sessionStorage.getItem(WINDOW_KEY)
      const confirmed = key === null ? [] : [`${WINDOW_PROTOCOL}${key}`]
      const demo = isDemoWindow() ? [DEMO_PROTOCOL] : []
      return [ENGINE_PROTOCOL, `${SESSION_PROTOCOL}${session() ?? ''}`, ...confirmed, ...demo]
    },
    async check(signal) {
      const answer = await fetch(SESSION_PATH, { headers: bearer(session() ?? ''), signal }).catch(() => null)
      if (answer?.status === 401) window.location.replace(NO_SESSION_PATH)
    },
  }
}

async function takeToken(token: string): Promise<void> {
  const answer = await fetch(SESSION_PATH, { method: 'POST', headers: bearer(token) }).catch(() => null)
  if (answer?.ok !== true) return
  const granted: unknown = await answer.json()
  if (!isGranted(granted)) return
  window.localStorage.setItem(SESSION_KEY, granted.session)
  window.sessionStorage.setItem(WINDOW_KEY, granted.window)
}

/** By hand, because the page's first script should not wait for zod. */
function isGranted(value: unknown): value is Granted {
  if (typeof value !== 'object' || value === null) return false
  return (
    'session' in value && typeof value.session === 'string' && 'window' in value && typeof value.window === 'string'
  )
}

function tokenOfAddress(): string | null {
  return new URLSearchParams(window.location.hash.slice(1)).get(TOKEN_PARAMETER)
}

function session(): string | null {
  return window.localStorage.getItem(SESSION_KEY)
}

function bearer(value: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${value}` }
}

/** Marks later connections of this tab as confirmed. */
export function keepConfirmedWindow(key: string): void {
  window.sessionStorage.setItem(WINDOW_KEY, key)
}
