import { useState } from 'react'

import type { AgentId, EventId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { texts } from '../text/texts.ts'
import styles from './fork-dialog.module.css'
import { ForkModelList } from './fork-model-list.tsx'
import { NO_MODELS, type SelectedModels, specsOf, toggleModel, togglePool } from './fork-models.ts'

const common = texts.common
const words = texts.fork.rerun

interface RerunDialogProps {
  readonly agentId: AgentId
  /** The prompt from which the dialog was opened; null: none. */
  readonly promptId: EventId | null
}

/** Runs an agent's prompts again with recorded tool results, once for each chosen model, and compares the runs. */
export function RerunDialog({ agentId, promptId }: RerunDialogProps) {
  const { dialogs } = useStores()
  const { reruns } = useActions()
  const name = useAgentName(agentId)
  const [selected, setSelected] = useState<SelectedModels>(NO_MODELS)
  const [isWhole, setIsWhole] = useState(promptId === null)
  const [system, setSystem] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const close = () => dialogs.setState({ dialog: { type: 'none' } })

  async function submit(models: readonly string[]): Promise<void> {
    setBusy(true)
    const wish = { agentId, models, promptId: isWhole ? null : promptId, system: system.trim() === '' ? null : system }
    const refusal = await reruns.start(wish)
    setBusy(false)
    if (refusal === null) close()
    else setFailure(refusal)
  }

  return (
    <Dialog title={words.title({ agent: name })} size="narrow" initialFocus="marked" onClose={close}>
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
        {promptId === null ? null : <ScopeChoice isWhole={isWhole} onChange={setIsWhole} />}
        <label className={styles.field}>
          <span className={styles.label}>{words.system}</span>
          <textarea
            dir="auto"
            className={styles.prompt}
            rows={2}
            value={system}
            placeholder={words.sameSystem}
            onChange={({ target }) => setSystem(target.value)}
          />
        </label>
        <FailureNote failure={failure} />
        <footer className={styles.footer}>
          <span className={styles.note}>
            {words.playback} {selected.size === 0 ? words.sameModel : ''}
          </span>
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

interface ScopeChoiceProps {
  readonly isWhole: boolean
  onChange(isWhole: boolean): void
}

function ScopeChoice({ isWhole, onChange }: ScopeChoiceProps) {
  return (
    <fieldset className={styles.point}>
      <legend className={styles.label}>{words.scope}</legend>
      {[false, true].map((whole) => (
        <label key={String(whole)}>
          <input type="radio" name="rerun-scope" checked={isWhole === whole} onChange={() => onChange(whole)} />{' '}
          {whole ? words.all : words.prompt}
        </label>
      ))}
    </fieldset>
  )
}
