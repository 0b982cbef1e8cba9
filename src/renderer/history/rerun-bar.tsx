import type { AgentId } from '../../shared/ids.ts'
import { useActions } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { texts } from '../text/texts.ts'
import styles from '../parts/pane-bar.module.css'
import { useRerun } from '../hooks/use-reruns.ts'

const words = texts.pane.rerun

/** Above the log of a rerun that was cut off: resumes it. */
export function RerunBar({ agentId }: { agentId: AgentId }) {
  const rerun = useRerun(agentId)
  const { reruns } = useActions()
  if (rerun === null || !rerun.canResume) return null
  return (
    <section className={styles.bar} aria-label={words.label}>
      <span role="status">{rerun.status === 'failed' ? words.failed : words.cutOff}</span>
      <Button onClick={() => void reruns.resume(agentId)}>{words.resume}</Button>
    </section>
  )
}
