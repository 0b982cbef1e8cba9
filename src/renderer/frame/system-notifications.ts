import { decideNotifications, type AgentNotification, type KnownActivities } from '../../shared/agent-notifications.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { EngineConnection, Stop } from '../store/engine-connection.ts'
import type { PreferenceStore } from '../store/preference-store.ts'

/**
 * Shows system notifications while the window is not focused, if the user enabled them. For browsers only: in Electron,
 * the host does this for all its windows.
 */
export function followNotifications({
  connection,
  preferences,
  isFocused,
  show,
}: {
  readonly connection: EngineConnection
  readonly preferences: PreferenceStore
  /** Returns whether the window is focused. */
  isFocused(): boolean
  show(notice: AgentNotification): void
}): Stop {
  let known: KnownActivities = new Map()
  return connection.followEngine((items) => {
    const decision = decideNotifications(known, items)
    known = decision.known
    if (!preferences.getState().notifications || isFocused()) return
    for (const notice of decision.notices) show(notice)
  })
}

/** Shows a notification of the browser; it replaces an older one of the same agent. */
export function showBrowserNotification(
  { agentId, title, body }: AgentNotification,
  onTaken: (agentId: AgentId) => void,
): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const notification = new Notification(title, { body, tag: agentId })
  notification.addEventListener('click', () => {
    window.focus()
    onTaken(agentId)
    notification.close()
  })
}
