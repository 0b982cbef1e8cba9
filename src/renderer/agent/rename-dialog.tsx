import { useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { DialogForm } from '../parts/dialog-form.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { texts } from '../text/texts.ts'
import styles from '../parts/question-dialog.module.css'

const words = texts.agentDialogs.rename

const MAX_NAME_LENGTH = 200

/** Edits an agent's name. An empty name: the first prompt, or the short id. */
export function RenameDialog({ agentId }: { agentId: AgentId }) {
  const { dialogs } = useStores()
  const { agents } = useActions()
  const current = useAgent(agentId)?.name ?? ''
  const [name, setName] = useState(current)
  const close = () => dialogs.close()

  function keep(): void {
    close()
    if (name.trim() !== current) void agents.rename(agentId, name)
  }

  return (
    <Dialog title={words.title} size="narrow" initialFocus="marked" onClose={close}>
      <DialogForm submit={words.submit} onSubmit={() => keep()} onCancel={close}>
        <label className={styles.field}>
          <span className={styles.label}>{words.label}</span>
          <input
            className={styles.input}
            data-first-focus
            value={name}
            maxLength={MAX_NAME_LENGTH}
            onFocus={(focus) => focus.currentTarget.select()}
            onChange={(change) => setName(change.target.value)}
          />
        </label>
      </DialogForm>
    </Dialog>
  )
}
