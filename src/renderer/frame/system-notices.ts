import { decideNotices, type AgentNotice, type KnownActivities } from '../../shared/agent-notices.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { EngineConnection, Stop } from '../store/engine-connection.ts'
import type { PreferenceStore } from '../store/preference-store.ts'

export interface SystemNoticesOptions {
  readonly connection: EngineConnection
  readonly preferences: PreferenceStore
  /** Whether somebody looks at the window. */
  isLookedAt(): boolean
  show(notice: AgentNotice): void
}

/**
 * Tells the system of what happens while nobody looks, where the person wants it. For a browser: in Electron the host
 * does it, because it knows all its windows.
 */
export function followNotices({ connection, preferences, isLookedAt, show }: SystemNoticesOptions): Stop {
  let known: KnownActivities = new Map()
  return connection.followEngine((items) => {
    const decision = decideNotices(known, items)
    known = decision.known
    if (!preferences.getState().notifications || isLookedAt()) return
    for (const notice of decision.notices) show(notice)
  })
}

/** A notification of the browser; a newer one of the same agent takes its place. */
export function showBrowserNotice({ agentId, title, body }: AgentNotice, onTaken: (agentId: AgentId) => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const notification = new Notification(title, { body, tag: agentId })
  notification.addEventListener('click', () => {
    window.focus()
    onTaken(agentId)
    notification.close()
  })
}
