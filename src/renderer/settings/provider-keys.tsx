import { useCredentials } from '../hooks/use-stores.ts'
import { KeyRow } from './key-row.tsx'
import formStyles from '../parts/form.module.css'
import styles from './key-row.module.css'

/** One row per provider. */
export function ProviderKeys() {
  const keys = useCredentials((state) => state.keys)
  if (keys === null) return <p className={formStyles.lead}>Loading keys…</p>
  return (
    <ul className={styles.keys}>
      {keys.map((key) => (
        <KeyRow key={key.provider} credential={key} />
      ))}
    </ul>
  )
}
