import type { AgentEventOf } from '../../shared/agent-event.ts'
import { AnswerText } from '../parts/answer-text.tsx'
import styles from './command-entry.module.css'

/** A command as typed, and its answer. */
export function CommandEntry({ event: { content, data } }: { event: AgentEventOf<'command'> }) {
  return (
    <div className={styles.entry}>
      <code className={styles.line}>{content ?? ''}</code>
      {data.answer === '' ? null : (
        <div className={styles.answer} data-ok={data.ok}>
          <AnswerText text={data.answer} />
        </div>
      )}
    </div>
  )
}
