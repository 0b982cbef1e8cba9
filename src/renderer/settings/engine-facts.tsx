import { useTree } from '../hooks/use-stores.ts'
import { engineSentence } from '../text/table-texts.ts'
import { texts } from '../text/texts.ts'
import { UpdateSettings } from './update-settings.tsx'
import styles from './engine-facts.module.css'

const words = texts.settingsDialog.about

/** Database, keychain and directories, read-only; newer versions. */
export function EngineFacts() {
  const status = useTree((state) => state.status)
  if (status === null) return null
  const facts = [
    [words.database, engineSentence(status.database.message)],
    [words.keychain, engineSentence(status.keychain.message)],
    [words.data, status.dataDirectory],
    [words.configuration, status.configDirectory],
    [words.version, status.version],
  ] as const
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <UpdateSettings />
    </>
  )
}
