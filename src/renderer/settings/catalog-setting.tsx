import { useState } from 'react'

import { useActions } from '../hooks/app-context.ts'
import { useModels } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import formStyles from '../parts/form.module.css'

/** How old the catalogue of models is, and a button that renews it. */
export function CatalogSetting() {
  const { settings } = useActions()
  const list = useModels((state) => state.list)
  const [running, setRunning] = useState(false)
  const [lines, setLines] = useState<readonly string[]>([])
  async function renew(): Promise<void> {
    setRunning(true)
    setLines(await settings.renewModels())
    setRunning(false)
  }
  return (
    <div className={formStyles.setting}>
      <span className={formStyles.settingLabel}>Catalogue</span>
      <span className={formStyles.settingField}>
        <Button disabled={running} onClick={() => void renew()}>
          {running ? 'Renewing…' : 'Renew models and limits'}
        </Button>
      </span>
      <p className={formStyles.hint}>
        {list?.renewedOn === undefined ? 'The built-in catalogue is used.' : `Renewed on ${list.renewedOn}.`} Prices as
        of {list?.pricesAsOf ?? 'an unknown day'}.
      </p>
      {lines.map((line) => (
        <p key={line} className={formStyles.hint} role="status">
          {line}
        </p>
      ))}
    </div>
  )
}
