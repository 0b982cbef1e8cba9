import { z } from 'zod'

import {
  ENGINE_PROTOCOL,
  NO_SESSION_PATH,
  SESSION_PATH,
  SESSION_PROTOCOL,
  TOKEN_PARAMETER,
  WINDOW_PROTOCOL,
} from '../../shared/host-bridge.ts'

/**
 * What lets this page reach the engine of a browser host. It is kept in the storage of the origin, which no other port
 * and no other name can read, and which no browser sends anywhere by itself.
 */
export interface WebSession {
  /** What to present when a socket is opened. */
  protocols(): readonly string[]
  /** Whether the host still knows the session; where it does not, the page says how to get a new one. */
  check(signal: AbortSignal): Promise<void>
}

/** In the storage of the origin: every tab has the session. */
const SESSION_KEY = 'ikigai.session'
/** In the storage of the tab: what was confirmed in one tab holds in that one, also after a reload. */
const WINDOW_KEY = 'ikigai.window'

const grantedSchema = z.object({ session: z.string(), window: z.string() })

/** The session of this origin; a one-time token in the address becomes a new one first. */
export async function openWebSession(): Promise<WebSession> {
  // An address that is opened where the page is already only changes what is behind its #.
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
      return [ENGINE_PROTOCOL, `${SESSION_PROTOCOL}${session() ?? ''}`, ...confirmed]
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
  const granted = grantedSchema.safeParse(await answer.json())
  if (!granted.success) return
  window.localStorage.setItem(SESSION_KEY, granted.data.session)
  window.sessionStorage.setItem(WINDOW_KEY, granted.data.window)
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

/** From now on connections of this tab count as confirmed. */
export function keepConfirmedWindow(key: string): void {
  window.sessionStorage.setItem(WINDOW_KEY, key)
}
