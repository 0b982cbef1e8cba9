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
  const [instructions, setInstructions] = useState('')

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
          system: givenText(system),
          instructions: givenText(instructions),
        })
      }
    >
      {promptId === null ? null : <ScopeChoice isWhole={isWhole} onChange={setIsWhole} />}
      <TextField label={words.system} value={system} onChange={setSystem} />
      <TextField label={words.instructions} value={instructions} onChange={setInstructions} />
    </ModelsDialog>
  )
}

function givenText(text: string): string | null {
  return text.trim() === '' ? null : text
}

interface TextFieldProps {
  readonly label: string
  readonly value: string
  onChange(value: string): void
}

/** A text that replaces a recorded one; empty: it does not. */
function TextField({ label, value, onChange }: TextFieldProps) {
  return (
    <label className={styles.field}>
      <span className={styles.label}>{label}</span>
      <textarea
        dir="auto"
        className={styles.prompt}
        rows={2}
        value={value}
        placeholder={words.asRecorded}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
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
