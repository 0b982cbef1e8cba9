import type { AgentEvent } from '../../shared/agent-event.ts'
import { useStores } from '../hooks/app-context.ts'
import { CodeBlock } from '../parts/code-block.tsx'
import { Dialog } from '../parts/dialog.tsx'
import styles from '../parts/question-dialog.module.css'
import { texts } from '../text/texts.ts'

const words = texts.message

const INDENT = 2

/** Shows one row of the log as JSON. */
export function EventDialog({ event }: { event: AgentEvent }) {
  const { dialogs } = useStores()
  return (
    <Dialog title={words.event({ event: event.id })} size="wide" initialFocus="layer" onClose={dialogs.close}>
      <div className={styles.json}>
        <CodeBlock language="json" code={JSON.stringify(event, null, INDENT)} />
      </div>
    </Dialog>
  )
}
