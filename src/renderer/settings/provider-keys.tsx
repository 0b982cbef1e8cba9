import { useCredentials } from '../hooks/use-stores.ts'
import { KeyRow } from './key-row.tsx'
import styles from './settings-dialog.module.css'

/** One row per provider. */
export function ProviderKeys() {
  const keys = useCredentials((state) => state.keys)
  if (keys === null) return <p className={styles.lead}>Loading keys…</p>
  return (
    <ul className={styles.keys}>
      {keys.map((key) => (
        <KeyRow key={key.provider} credential={key} />
      ))}
    </ul>
  )
}
