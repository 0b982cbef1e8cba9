import styles from './offline-banner.module.css'
import { useConnection } from '../hooks/use-stores.ts'

/** Says that the engine can't be reached; what is on the screen stays to be read. */
export function OfflineBanner() {
  const lost = useConnection((state) => state.connection === 'lost')
  return (
    <div role="status" aria-live="polite">
      {lost ? <p className={styles.banner}>Offline: the engine can’t be reached. Reconnecting…</p> : null}
    </div>
  )
}
