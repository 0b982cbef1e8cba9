import { useState } from 'react'

import { useActions } from '../hooks/app-context.ts'
import { useModels } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import formStyles from '../parts/form.module.css'
import { texts } from '../text/texts.ts'

const words = texts.defaultModels.catalog

/** How old the catalogue of models is, and a button that renews it. */
export function CatalogSetting() {
  const { settings } = useActions()
  const list = useModels((state) => state.list)
  const pricesAsOf = list?.pricesAsOf ?? null
  const [running, setRunning] = useState(false)
  const [lines, setLines] = useState<readonly string[]>([])
  async function renew(): Promise<void> {
    setRunning(true)
    setLines(await settings.renewModels())
    setRunning(false)
  }
  return (
    <div className={formStyles.setting}>
      <span className={formStyles.settingLabel}>{words.label}</span>
      <span className={formStyles.settingField}>
        <Button disabled={running} onClick={() => void renew()}>
          {running ? words.renewing : words.renew}
        </Button>
      </span>
      <p className={formStyles.hint}>
        {list?.renewedOn === undefined ? words.builtIn : words.renewedOn({ day: list.renewedOn })}{' '}
        {pricesAsOf === null ? words.pricesOfUnknownDay : words.pricesAsOf({ day: pricesAsOf })}
      </p>
      {lines.map((line) => (
        <p key={line} className={formStyles.hint} role="status">
          {line}
        </p>
      ))}
    </div>
  )
}
