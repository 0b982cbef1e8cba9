import { useState } from 'react'

import type { AgentId, EventId } from '../../shared/ids.ts'
import { useActions } from '../hooks/app-context.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useTree } from '../hooks/use-stores.ts'
import { texts } from '../text/texts.ts'
import styles from './fork-dialog.module.css'
import { ModelsDialog } from './models-dialog.tsx'
import { NO_MODELS, type SelectedModels } from '../models/selected-models.ts'

const words = texts.fork.rerun

type ScopeName = keyof typeof words.scopes

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
  const hasChildren = useTree(({ agents }) => [...agents.values()].some(({ parentId }) => parentId === agentId))
  const scopes: readonly ScopeName[] = [
    ...(promptId === null ? [] : ['prompt' as const]),
    'agent',
    ...(hasChildren ? ['subtree' as const] : []),
  ]
  const [scope, setScope] = useState<ScopeName>(promptId === null ? 'agent' : 'prompt')
  const [system, setSystem] = useState('')
  const [instructions, setInstructions] = useState('')

  return (
    <ModelsDialog
      agentId={agentId}
      title={words.title({ agent: name })}
      selected={selected}
      onSelect={setSelected}
      note={[words.playback, ...notesOf(scope, selected)].join(' ')}
      submitLabel={selected.size > 1 ? words.submitMany({ models: selected.size }) : words.submit}
      start={(models) =>
        reruns.start({
          agentId,
          models,
          scope: scope !== 'prompt' ? scope : promptId === null ? 'agent' : { promptId },
          system: givenText(system),
          instructions: givenText(instructions),
        })
      }
    >
      {scopes.length === 1 ? null : <ScopeChoice scopes={scopes} scope={scope} onChange={setScope} />}
      <TextField label={words.system} value={system} onChange={setSystem} />
      <TextField label={words.instructions} value={instructions} onChange={setInstructions} />
    </ModelsDialog>
  )
}

function notesOf(scope: ScopeName, selected: SelectedModels): readonly string[] {
  return [...(scope === 'subtree' ? [words.inTurn] : []), ...(selected.size === 0 ? [words.sameModel] : [])]
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
  readonly scopes: readonly ScopeName[]
  readonly scope: ScopeName
  onChange(scope: ScopeName): void
}

function ScopeChoice({ scopes, scope, onChange }: ScopeChoiceProps) {
  return (
    <fieldset className={styles.point}>
      <legend className={styles.label}>{words.scope}</legend>
      {scopes.map((each) => (
        <label key={each}>
          <input type="radio" name="rerun-scope" checked={scope === each} onChange={() => onChange(each)} />{' '}
          {words.scopes[each]}
        </label>
      ))}
    </fieldset>
  )
}
