import { useState } from 'react'

import type { AgentId, EventId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { texts } from '../text/texts.ts'
import styles from './fork-dialog.module.css'
import { ForkModelList } from './fork-model-list.tsx'
import { NO_MODELS, type SelectedModels, specsOf, toggleModel, togglePool } from './fork-models.ts'

const common = texts.common
const words = texts.fork.retry

/** Lets one model answer a prompt again, or several, which are compared with the answer that was there. */
export function RetryDialog({ agentId, answerId }: { agentId: AgentId; answerId: EventId }) {
  const { dialogs, notices } = useStores()
  const { versions } = useActions()
  const [selected, setSelected] = useState<SelectedModels>(NO_MODELS)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const close = () => dialogs.setState({ dialog: { type: 'none' } })

  async function submit(models: readonly string[]): Promise<void> {
    setBusy(true)
    const done = await versions.retryWith(agentId, answerId, models)
    setBusy(false)
    if (done) close()
    else setFailure(notices.take(agentId))
  }

  return (
    <Dialog title={words.title} size="narrow" initialFocus="marked" onClose={close}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit(specsOf(selected))
        }}
      >
        <ForkModelList
          agentId={agentId}
          selected={selected}
          onToggle={(model, level) => setSelected(toggleModel(selected, model, level))}
          onTogglePool={(spec) => setSelected(togglePool(selected, spec))}
          onEnter={(models) => void submit(models)}
        />
        <FailureNote failure={failure} />
        <footer className={styles.footer}>
          <span className={styles.note}>{noteFor(selected.size)}</span>
          <Button tone="quiet" onClick={close}>
            {common.cancel}
          </Button>
          <Button tone="primary" type="submit" disabled={busy}>
            {selected.size > 1 ? words.submitMany({ models: selected.size }) : words.submit}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

function noteFor(count: number): string {
  if (count > 1) return words.compared
  return count === 0 ? words.sameModel : ''
}
