import styles from './offline-banner.module.css'
import { useWindowStore } from '../hooks/app-context.ts'

/** Says that the engine can't be reached; what is on the screen stays to be read. */
export function OfflineBanner() {
  const lost = useWindowStore(
    (window) => window.connection,
    (state) => state.connection === 'lost',
  )
  return (
    <div role="status" aria-live="polite">
      {lost ? <p className={styles.banner}>Offline: the engine can’t be reached. Reconnecting…</p> : null}
    </div>
  )
}
