import { useState } from 'react'

import type { AgentId, EventId } from '../../shared/ids.ts'
import { useActions } from '../hooks/app-context.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { texts } from '../text/texts.ts'
import styles from './fork-dialog.module.css'
import { ModelsDialog } from './models-dialog.tsx'
import { NO_MODELS, type SelectedModels } from './fork-models.ts'

const words = texts.fork.rerun

interface RerunDialogProps {
  readonly agentId: AgentId
  /** The prompt from which the dialog was opened; null: none. */
  readonly promptId: EventId | null
}

/** Runs an agent's prompts again with recorded tool results, once for each chosen model, and compares the runs. */
export function RerunDialog({ agentId, promptId }: RerunDialogProps) {
  const { reruns } = useActions()
  const name = useAgentName(agentId)
  const [selected, setSelected] = useState<SelectedModels>(NO_MODELS)
  const [isWhole, setIsWhole] = useState(promptId === null)
  const [system, setSystem] = useState('')

  return (
    <ModelsDialog
      agentId={agentId}
      title={words.title({ agent: name })}
      selected={selected}
      onSelect={setSelected}
      note={`${words.playback} ${selected.size === 0 ? words.sameModel : ''}`}
      submitLabel={selected.size > 1 ? words.submitMany({ models: selected.size }) : words.submit}
      start={(models) =>
        reruns.start({
          agentId,
          models,
          promptId: isWhole ? null : promptId,
          system: system.trim() === '' ? null : system,
        })
      }
    >
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
    </ModelsDialog>
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
