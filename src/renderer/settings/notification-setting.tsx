import { useState } from 'react'

import { hostBridge } from '../connection/connect.ts'
import { useActions } from '../hooks/app-context.ts'
import { usePreferences } from '../hooks/use-stores.ts'
import { Checkbox } from '../parts/checkbox.tsx'
import formStyles from '../parts/form.module.css'

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
      <Checkbox
        label="Notify me when an agent finishes, fails or needs approval while this window is in the background"
        checked={wanted && !blocked}
        onChange={(on) => void change(on)}
      />
      {blocked ? (
        <p className={formStyles.hint}>
          The browser blocks notifications for this page. Allow them in the site settings next to the address.
        </p>
      ) : null}
    </div>
  )
}
