import styles from './offline-banner.module.css'
import { useConnection } from '../hooks/use-stores.ts'

/** Shown while the engine cannot be reached. The rest of the window stays readable. */
export function OfflineBanner() {
  const lost = useConnection((state) => state.connection === 'lost')
  return (
    <div role="status" aria-live="polite">
      {lost ? <p className={styles.banner}>Offline: the engine can’t be reached. Reconnecting…</p> : null}
    </div>
  )
}
