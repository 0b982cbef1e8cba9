import { useTree } from '../hooks/use-stores.ts'
import formStyles from '../parts/form.module.css'
import { dateAndTime } from '../store/calendar-day.ts'
import { hostBridge } from '../connection/window-host.ts'
import { texts } from '../text/texts.ts'

const words = texts.database.signing

/** When the head of the log was signed last, or why it is not. */
export function SigningFacts() {
  const signing = useTree(({ status }) => status?.signing ?? null)
  if (signing === null || !signing.isOn) return null
  return (
    <>
      <h4 className={formStyles.subheading}>{words.title}</h4>
      <div className={formStyles.setting}>
        <span className={formStyles.settingLabel}>{words.last}</span>
        <span className={formStyles.settingField}>
          <span>{signing.signedAt === null ? words.noneYet : dateAndTime(signing.signedAt)}</span>
        </span>
        {signing.problem === null ? (
          <p className={formStyles.hint}>{hostBridge() === null ? `${words.hint} ${words.compare}` : words.hint}</p>
        ) : (
          <p className={formStyles.failure} role="alert">
            {signing.problem}
          </p>
        )}
      </div>
    </>
  )
}
