import type { AgentEvent } from '../../shared/agent-event.ts'
import { useStores } from '../hooks/app-context.ts'
import { CodeBlock } from '../parts/code-block.tsx'
import { Dialog } from '../parts/dialog.tsx'
import styles from '../parts/question-dialog.module.css'

const INDENT = 2

/** Shows one row of the log as JSON. */
export function EventDialog({ event }: { event: AgentEvent }) {
  const { dialogs } = useStores()
  return (
    <Dialog
      title={`Event ${event.id}`}
      size="wide"
      initialFocus="layer"
      onClose={() => dialogs.setState({ dialog: { type: 'none' } })}
    >
      <div className={styles.json}>
        <CodeBlock language="json" code={JSON.stringify(event, null, INDENT)} />
      </div>
    </Dialog>
  )
}
