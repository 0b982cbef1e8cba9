import { Popover } from '@base-ui/react/popover'
import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useId, useState } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentOptions } from '../../shared/contract/agents.ts'
import type { AgentId } from '../../shared/ids.ts'
import { SERVICE_TIERS, VERBOSITIES, type ModelOptions } from '../../shared/model-options.ts'
import { useActions } from '../hooks/app-context.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { Checkbox } from '../parts/checkbox.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import formStyles from '../parts/form.module.css'
import { formatCount } from '../parts/format-figures.ts'
import popoverStyles from '../parts/popover.module.css'
import styles from './model-options-form.module.css'
import pickerStyles from './picker-trigger.module.css'
import { texts } from '../text/texts.ts'
import { NumberOption, SchemaOption } from './typed-options.tsx'

const words = texts.models.options

/** Opens the options of an agent's model beside the thinking level. */
export function ModelOptionsButton({ agent }: { agent: AgentSummary }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className={pickerStyles.trigger} aria-label={words.title} title={words.title}>
        <SlidersHorizontal aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" collisionPadding={12}>
          <Popover.Popup className={popoverStyles.popup} aria-label={words.title}>
            <ModelOptionsForm agentId={agent.id} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/**
 * The options of an agent's model. What the model does not take cannot be changed; what was set for another is named.
 */
function ModelOptionsForm({ agentId }: { agentId: AgentId }) {
  const { state, problem, setProblem, change } = useModelOptions(agentId)
  if (state === null) return <p className={styles.form}>{problem ?? words.loading}</p>
  const { options, controls, maxOutput, notes } = state
  // A pool's models differ, so nothing is ruled out before one is chosen.
  const takes = (taken: boolean | undefined): boolean => controls === null || taken === true
  const maxTemperature = controls === null ? 2 : controls.maxTemperature
  return (
    <div className={styles.form}>
      <SelectOption
        label={words.verbosity}
        value={options.verbosity}
        values={controls?.verbosities ?? VERBOSITIES}
        onChange={(value) => void change('verbosity', value)}
      />
      <SelectOption
        label={words.serviceTier}
        value={options.service_tier}
        values={controls?.serviceTiers ?? SERVICE_TIERS}
        onChange={(value) => void change('service_tier', value)}
      />
      <NumberOption
        label={words.temperature}
        value={options.temperature}
        max={maxTemperature ?? 2}
        disabled={maxTemperature === null}
        onChange={(value) => void change('temperature', value)}
      />
      <NumberOption
        label={words.outputLimit}
        value={options.max_output_tokens}
        max={maxOutput ?? undefined}
        whole
        placeholder={maxOutput === null ? words.tokens : words.maxTokens({ tokens: formatCount(maxOutput) })}
        disabled={!takes(controls?.outputLimit)}
        onChange={(value) => void change('max_output_tokens', value)}
      />
      <Checkbox
        label={words.webSearch}
        checked={options.web_search === true}
        disabled={!takes(controls?.webSearch)}
        onChange={(on) => void change('web_search', on ? true : undefined)}
      />
      <Checkbox
        label={words.codeExecution}
        checked={options.code_execution === true}
        disabled={!takes(controls?.codeExecution)}
        onChange={(on) => void change('code_execution', on ? true : undefined)}
      />
      <SchemaOption
        value={options.schema}
        onChange={(schema) => void change('schema', schema)}
        onProblem={setProblem}
      />
      {notes.map((note) => (
        <p key={note} className={formStyles.hint}>
          {note}
        </p>
      ))}
      <FailureNote className={formStyles.failure} failure={problem} />
    </div>
  )
}

interface SelectOptionProps<Value extends string> {
  readonly label: string
  /** Undefined: the provider's default. */
  readonly value: Value | undefined
  /** What the model takes. */
  readonly values: readonly Value[]
  onChange(value: Value | undefined): void
}

function SelectOption<Value extends string>({ label, value, values, onChange }: SelectOptionProps<Value>) {
  const id = useId()
  const shown = value === undefined || values.includes(value) ? values : [...values, value]
  return (
    <div className={styles.row} data-disabled={values.length === 0}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={formStyles.select}
        value={value ?? ''}
        disabled={shown.length === 0}
        onChange={(change) => onChange(values.find((each) => each === change.target.value))}
      >
        <option value="">{words.default}</option>
        {shown.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The options of an agent as the engine has them, and why the last change was refused. */
function useModelOptions(agentId: AgentId) {
  const { agents } = useActions()
  const [state, setState] = useState<AgentOptions | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const choice = useAgent(agentId)?.choice ?? null
  const model = choice === null ? '' : `${choice.model}/${choice.thinkingLevel}`
  useEffect(() => {
    let isCurrent = true
    void agents.options(agentId).then((loaded) => {
      if (!isCurrent) return
      if (loaded.ok) setState(loaded.value)
      setProblem(loaded.ok ? null : loaded.error.message)
    })
    return () => {
      isCurrent = false
    }
  }, [agents, agentId, model])

  /** Sets one option; undefined: the provider's default again. */
  async function change<Name extends keyof ModelOptions>(name: Name, value: ModelOptions[Name]): Promise<void> {
    if (state === null) return
    const { [name]: _, ...others } = state.options
    const changed = await agents.setOptions(agentId, value === undefined ? others : { ...others, [name]: value })
    if (changed.ok) setState(changed.value)
    setProblem(changed.ok ? null : changed.error.message)
  }
  return { state, problem, setProblem, change }
}
