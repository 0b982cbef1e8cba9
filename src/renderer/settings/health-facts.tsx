import type { HealthStatus } from '../../shared/database-health.ts'
import { useActions } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import formStyles from '../parts/form.module.css'
import { dateAndTime } from '../store/calendar-day.ts'
import { hostBridge } from '../connection/window-host.ts'
import { texts } from '../text/texts.ts'
import styles from './database-page.module.css'

const words = texts.database.health

/** When the files of the database were checked last and what was found, with a button that checks them now. */
export function HealthFacts() {
  const { config: actions } = useActions()
  const health = useTree(({ status }) => status?.health ?? null)
  if (health === null) return null
  const { isRunning, checkedAt } = health
  return (
    <>
      <h4 className={formStyles.subheading}>{words.title}</h4>
      <div className={formStyles.setting}>
        <span className={formStyles.settingLabel}>{words.last}</span>
        <span className={formStyles.settingField}>
          <span>{checkedAt === null ? words.noneYet : dateAndTime(checkedAt)}</span>
          <Button disabled={isRunning} onClick={() => void actions.checkHealth()}>
            {isRunning ? words.checking : words.check}
          </Button>
        </span>
        <Findings health={health} />
      </div>
    </>
  )
}

function Findings({ health: { checkedAt, damages, problem } }: { health: HealthStatus }) {
  if (problem !== null)
    return (
      <p className={formStyles.failure} role="alert">
        {problem}
      </p>
    )
  if (checkedAt === null || damages.length === 0)
    return <p className={formStyles.hint}>{checkedAt === null ? words.hint : words.intact}</p>
  return (
    <div className={`${formStyles.failure} ${styles.damages}`} role="alert">
      <ul>
        {damages.map((damage) => (
          <li key={damage.name} title={damage.problem}>
            {words.what(damage)}
          </li>
        ))}
      </ul>
      <p>{hostBridge() === null ? words.wayBack : words.wayBackInApp}</p>
    </div>
  )
}
