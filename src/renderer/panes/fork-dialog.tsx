import { useState } from 'react'

import type { AgentId, EventId } from '../../shared/ids.ts'
import { useAgentName } from '../frame/use-agent.ts'
import { useWindow } from '../frame/window-context.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import styles from './fork-dialog.module.css'
import { NO_MODELS, specsOf, toggleModel, type TickedModels } from './fork-models.ts'
import { ForkModelList } from './fork-model-list.tsx'
import { promptElement } from './prompt-id.ts'

interface ForkDialogProps {
  readonly agentId: AgentId
  /** Null: everything so far. */
  readonly atEventId: EventId | null
}

/** One child per ticked model, side by side: that is how a comparison starts. */
export function ForkDialog({ agentId, atEventId }: ForkDialogProps) {
  const { agents, dialogs, layout } = useWindow()
  const name = useAgentName(agentId)
  const [ticked, setTicked] = useState<TickedModels>(NO_MODELS)
  const [fromHere, setFromHere] = useState(atEventId !== null)
  const [prompt, setPrompt] = useState('')
  const [busy, setBusy] = useState(false)
  const close = () => dialogs.setState({ dialog: { type: 'none' } })

  async function fork(): Promise<void> {
    setBusy(true)
    const order = { agentId, models: specsOf(ticked), atEventId: fromHere ? atEventId : null, prompt }
    await agents.fork(order)
    // Also after a refusal: its words stand above the pane's prompt box, where the dialog would hide them.
    close()
  }

  return (
    <Dialog
      title={`Fork “${name}”`}
      size="narrow"
      onClose={close}
      returnFocus={() => promptElement(layout.store.getState().focused)}
    >
      <form
        className={styles.form}
        onSubmit={(submit) => {
          submit.preventDefault()
          void fork()
        }}
      >
        <ForkModelList ticked={ticked} onToggle={(model, level) => setTicked(toggleModel(ticked, model, level))} />
        {atEventId === null ? null : <ForkPoint fromHere={fromHere} onChange={setFromHere} />}
        <label className={styles.field}>
          <span className={styles.label}>Prompt, if they shall start at once</span>
          <textarea
            className={styles.prompt}
            rows={2}
            value={prompt}
            onChange={(change) => setPrompt(change.target.value)}
          />
        </label>
        <footer className={styles.footer}>
          <span className={styles.note}>{ticked.size === 0 ? 'Nothing ticked: the same model again.' : ''}</span>
          <Button tone="quiet" onClick={close}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" disabled={busy}>
            {ticked.size > 1 ? `Fork into ${ticked.size} agents` : 'Fork'}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

function ForkPoint({ fromHere, onChange }: { fromHere: boolean; onChange: (fromHere: boolean) => void }) {
  return (
    <fieldset className={styles.point}>
      <legend className={styles.label}>The child knows</legend>
      <label>
        <input type="radio" name="fork-point" checked={fromHere} onChange={() => onChange(true)} /> everything up to the
        chosen message
      </label>
      <label>
        <input type="radio" name="fork-point" checked={!fromHere} onChange={() => onChange(false)} /> everything so far
      </label>
    </fieldset>
  )
}
