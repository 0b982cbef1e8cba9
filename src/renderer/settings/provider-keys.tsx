import { useCredentials } from '../hooks/use-stores.ts'
import { texts } from '../text/texts.ts'
import { KeyRow } from './key-row.tsx'
import formStyles from '../parts/form.module.css'
import styles from './key-row.module.css'

const words = texts.providerKeys

/** One row per provider. */
export function ProviderKeys() {
  const keys = useCredentials((state) => state.keys)
  if (keys === null) return <p className={formStyles.lead}>{words.loading}</p>
  return (
    <ul className={styles.keys}>
      {keys.map((key) => (
        <KeyRow key={key.provider} credential={key} />
      ))}
    </ul>
  )
}
