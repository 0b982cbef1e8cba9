import { useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { DialogForm } from '../parts/dialog-form.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { texts } from '../text/texts.ts'
import styles from '../parts/question-dialog.module.css'

const words = texts.agentDialogs.mark

/** Asks for the name of a mark at the end of the context. Spaces become underscores. */
export function MarkDialog({ agentId }: { agentId: AgentId }) {
  const { dialogs, notices } = useStores()
  const { agents } = useActions()
  const [name, setName] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const close = () => dialogs.close()

  async function mark(): Promise<void> {
    if (await agents.submit(agentId, `/mark ${name}`)) close()
    else setFailure(notices.take(agentId))
  }

  return (
    <Dialog title={words.title} size="narrow" initialFocus="marked" onClose={close}>
      <DialogForm
        submit={words.title}
        disabled={name === ''}
        failure={failure}
        onSubmit={() => void mark()}
        onCancel={close}
      >
        <label className={styles.field}>
          <span className={styles.label}>{words.label}</span>
          <input
            className={styles.input}
            data-first-focus
            value={name}
            placeholder={words.placeholder}
            maxLength={100}
            onChange={(change) => setName(change.target.value.replaceAll(/\s/g, '_'))}
          />
        </label>
      </DialogForm>
    </Dialog>
  )
}
