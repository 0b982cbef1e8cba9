import { useTree } from '../hooks/use-stores.ts'
import styles from './engine-facts.module.css'

/** Database, keychain and directories, read-only. */
export function EngineFacts() {
  const status = useTree((state) => state.status)
  if (status === null) return null
  const facts = [
    ['Database', status.database.message],
    ['Keychain', status.keychain.message],
    ['Data', status.dataDirectory],
    ['Configuration', status.configDirectory],
    ['Version', status.version],
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
