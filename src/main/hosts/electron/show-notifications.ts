import { BrowserWindow, dialog, Notification } from 'electron'

import type { AgentId } from '../../../shared/ids.ts'
import type { Engine } from '../../core/engine.ts'
import type { Logger } from '../../core/ports/system-ports.ts'
import { decideNotifications } from '../../../shared/agent-notifications.ts'
import type { AgentNotification, KnownActivities } from '../../../shared/agent-notifications.ts'

/**
 * Follows the tree and shows system notifications while no window of the app is focused. Ends when the signal aborts.
 */
export async function showNotifications(
  engine: Engine,
  options: {
    readonly logger: Logger
    readonly signal: AbortSignal
    /** Called when the user clicks a notification. */
    readonly onTaken: (agentId: AgentId) => void
  },
): Promise<void> {
  if (!Notification.isSupported()) return
  // The newest notification of each agent: without a reference, it would be garbage-collected and clicks lost.
  const shown = new Map<AgentId, Notification>()
  const onFailed = sayOnce(options.logger)
  let known: KnownActivities = new Map()
  try {
    for await (const items of engine.engine.subscribe(undefined, options.signal)) {
      const decision = decideNotifications(known, items)
      known = decision.known
      if (BrowserWindow.getFocusedWindow() !== null) continue
      for (const notice of decision.notices) show(notice, shown, options.onTaken, onFailed)
    }
  } catch (error) {
    if (!options.signal.aborted) options.logger.error('Bug: notifications have stopped', { error: String(error) })
  }
}

function show(
  { agentId, title, body }: AgentNotification,
  shown: Map<AgentId, Notification>,
  onTaken: (agentId: AgentId) => void,
  onFailed: (error: string) => void,
) {
  shown.get(agentId)?.close()
  const notification = new Notification({ title, body })
  notification.on('click', () => onTaken(agentId))
  notification.on('failed', (_event, error) => onFailed(error))
  shown.set(agentId, notification)
  notification.show()
}

/** Returns what says, once for a run of the app, that the system shows no notifications: else the user waits for one. */
function sayOnce(logger: Logger): (error: string) => void {
  let isSaid = false
  return (error) => {
    if (isSaid) return
    isSaid = true
    logger.warn('A notification could not be shown', { error })
    void dialog.showMessageBox({
      type: 'warning',
      title: 'ikigai',
      message: 'The system shows no notifications of ikigai',
      detail: `${error}\n\nAllow notifications in the settings of the system. macOS shows none of an app that is not signed.`,
      buttons: ['OK'],
      noLink: true,
    })
  }
}
