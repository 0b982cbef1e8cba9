import { z } from 'zod'

import { DEMO_PROTOCOL, ENGINE_PROTOCOL, SESSION_PROTOCOL, WINDOW_PROTOCOL } from '../../src/shared/host-bridge.ts'

const granted = z.object({ session: z.string(), window: z.string() })

/** The values that a browser stores after it has opened a printed address. */
export interface BrowserSession {
  readonly session: string
  /** The proof that its window was confirmed. */
  readonly window: string
  /** The window shows the demo. */
  readonly showsDemo?: boolean
}

/** Returns the one-time token of a printed address. */
export function tokenOf(url: string): string {
  return new URLSearchParams(new URL(url).hash.slice(1)).get('token') ?? ''
}

/** Opens the printed address like the page. */
export async function openWebSession(url: string): Promise<BrowserSession> {
  const { origin } = new URL(url)
  const headers = { origin, authorization: `Bearer ${tokenOf(url)}` }
  const response = await fetch(`${origin}/session`, { method: 'POST', headers })
  if (!response.ok) throw new Error(`No session at ${url}: ${response.status}`)
  return granted.parse(await response.json())
}

/** Returns the subprotocols with which the page opens the socket; without `window`, its window is not confirmed. */
export function offeredProtocols({ session, window, showsDemo = false }: Partial<BrowserSession>): readonly string[] {
  return [
    ENGINE_PROTOCOL,
    ...(session === undefined ? [] : [`${SESSION_PROTOCOL}${session}`]),
    ...(window === undefined ? [] : [`${WINDOW_PROTOCOL}${window}`]),
    ...(showsDemo ? [DEMO_PROTOCOL] : []),
  ]
}
