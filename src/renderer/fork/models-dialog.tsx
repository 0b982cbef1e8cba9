import { useState, type ReactNode } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { DialogForm } from '../parts/dialog-form.tsx'
import { Dialog } from '../parts/dialog.tsx'
import styles from './fork-dialog.module.css'
import { ModelsToAsk } from '../models/models-to-ask.tsx'
import { type SelectedModels, specsOf } from '../models/selected-models.ts'

interface ModelsDialogProps {
  /** The agent that is continued; null: none is. */
  readonly agentId: AgentId | null
  readonly title: string
  readonly selected: SelectedModels
  onSelect(selected: SelectedModels): void
  /** Fields below the list of models. */
  readonly children?: ReactNode
  /** What is said beside the buttons. */
  readonly note: ReactNode
  readonly submitLabel: string
  /** Starts with these models. Returns null to close the dialog, else why nothing was started; empty: no reason is known. */
  start(models: readonly string[]): Promise<string | null>
}

/** A dialog that starts something with the chosen models. It stays open while nothing was started. */
export function ModelsDialog(props: ModelsDialogProps) {
  const { agentId, title, selected, onSelect, children, note, submitLabel, start } = props
  const { dialogs } = useStores()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const close = () => dialogs.close()

  async function submit(models: readonly string[]): Promise<void> {
    setBusy(true)
    const refusal = await start(models)
    setBusy(false)
    if (refusal === null) close()
    else setFailure(refusal === '' ? null : refusal)
  }

  return (
    <Dialog title={title} size="narrow" initialFocus="marked" onClose={close}>
      <DialogForm
        submit={submitLabel}
        disabled={busy}
        failure={failure}
        note={note}
        onSubmit={() => void submit(specsOf(selected))}
        onCancel={close}
      >
        <div className={styles.models}>
          <ModelsToAsk
            agentId={agentId}
            selected={selected}
            onSelect={onSelect}
            onEnter={(models) => void submit(models)}
          />
        </div>
        {children}
      </DialogForm>
    </Dialog>
  )
}
