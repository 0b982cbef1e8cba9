import type { AgentSummary } from '../../shared/agent-summary.ts'
import styles from '../parts/pane-bar.module.css'
import { useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { dateAndTime } from '../store/calendar-day.ts'
import { texts } from '../text/texts.ts'

const words = texts.pane.home

/** Above the log of an agent of another home: says where it runs, and offers to take it over. */
export function HomeBar({ agent: { id: agentId, otherHome, status } }: { agent: AgentSummary }) {
  const { dialogs } = useStores()
  if (otherHome === undefined) return null
  const { label, isOpen, seenAt } = otherHome
  const gone = isOpen || seenAt === null ? '' : ` ${words.lastHere({ time: dateAndTime(seenAt) })}`
  return (
    <section className={styles.bar} aria-label={words.label}>
      <span role="status">{words.runsAt({ home: label }) + gone}</span>
      {status === 'killed' ? null : (
        <Button onClick={() => dialogs.setState({ dialog: { type: 'take_over', agentId } })}>
          {texts.agentDialogs.takeOver.menu}
        </Button>
      )}
    </section>
  )
}
