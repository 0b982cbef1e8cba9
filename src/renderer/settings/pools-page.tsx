import { useState } from 'react'

import { useActions } from '../hooks/app-context.ts'
import { useModels } from '../hooks/use-stores.ts'
import { poolEntrySchema, type PoolEntry } from '../../shared/config-entries.ts'
import { Button } from '../parts/button.tsx'
import { specTitle } from '../store/model-title.ts'
import { texts } from '../text/texts.ts'
import { EntryForm } from './entry-form.tsx'
import { EntryView, useRemoveEntry } from './entry-view.tsx'
import { PoolFields } from './pool-fields.tsx'
import formStyles from '../parts/form.module.css'
import styles from './entry.module.css'
import { useConfiguration } from './use-configuration.ts'

const common = texts.settingsDialog
const words = texts.pools

const NEW_POOL: PoolEntry = { strategy: 'failover', models: [] }

/** The model pools of config.json. */
export function PoolsPage() {
  const config = useConfiguration()
  const [adding, setAdding] = useState(false)
  if (config === null) return <p className={formStyles.lead}>{common.loading}</p>
  const names = Object.keys(config.pools)
  return (
    <div className={formStyles.settings}>
      {names.length === 0 ? <p className={formStyles.none}>{words.none}</p> : null}
      {Object.entries(config.pools).map(([name, pool]) => (
        <Pool key={name} name={name} pool={pool} />
      ))}
      {adding ? (
        <PoolEditor name={null} pool={NEW_POOL} onDone={() => setAdding(false)} />
      ) : (
        <Button onClick={() => setAdding(true)}>{words.add}</Button>
      )}
    </div>
  )
}

function Pool({ name, pool }: { name: string; pool: PoolEntry }) {
  const { config: configActions } = useActions()
  const removeEntry = useRemoveEntry()
  const list = useModels((state) => state.list)
  const set = (entry: PoolEntry | null) => configActions.update({ pools: { [name]: entry } })
  return (
    <EntryView
      label={words.pool({ name })}
      name={`@${name}`}
      state={<span className={styles.entryState}>{words.strategies[pool.strategy]}</span>}
      content={<p className={styles.entryNote}>{pool.models.map((spec) => specTitle(list, spec)).join(' → ')}</p>}
      editor={(onDone) => <PoolEditor name={name} pool={pool} onDone={onDone} />}
      onRemove={() => void removeEntry(pool, words.removed({ name }), set)}
    />
  )
}

interface PoolEditorProps {
  readonly name: string | null
  readonly pool: PoolEntry
  onDone(): void
}

function PoolEditor({ name, pool, onDone }: PoolEditorProps) {
  const { config: configActions } = useActions()
  return (
    <EntryForm
      form={words.form}
      name={name}
      entry={pool}
      schema={poolEntrySchema}
      jsonHint={words.jsonHint}
      Fields={PoolFields}
      onDone={onDone}
      onSave={(chosen, entry) => configActions.update({ pools: { [chosen]: entry } })}
    />
  )
}
