import { useState } from 'react'

import { hostBridge } from '../connection/window-host.ts'
import { useActions } from '../hooks/app-context.ts'
import { usePreferences } from '../hooks/use-stores.ts'
import { Checkbox } from '../parts/checkbox.tsx'
import formStyles from '../parts/form.module.css'
import { texts } from '../text/texts.ts'

const words = texts.appearance

/**
 * The switch for system notifications, in browsers only, where switching it on asks for permission. In Electron, the
 * host shows notifications.
 */
export function NotificationSetting() {
  const { settings } = useActions()
  const wanted = usePreferences((state) => state.notifications)
  const [blocked, setBlocked] = useState(() => 'Notification' in window && Notification.permission === 'denied')
  if (hostBridge() !== null || !('Notification' in window)) return null

  async function change(on: boolean): Promise<void> {
    const permission = on ? await Notification.requestPermission() : 'default'
    setBlocked(permission === 'denied')
    await settings.prefer({ notifications: on && permission === 'granted' })
  }

  return (
    <div className={formStyles.setting}>
      <Checkbox label={words.notify} checked={wanted && !blocked} onChange={(on) => void change(on)} />
      {blocked ? <p className={formStyles.hint}>{words.notificationsBlocked}</p> : null}
    </div>
  )
}
