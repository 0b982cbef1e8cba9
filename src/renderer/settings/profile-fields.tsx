import { useId, useState } from 'react'

import type { ProfileEntry } from '../../shared/profile.ts'
import { SANDBOX_LEVELS } from '../../shared/sandbox.ts'
import { useConfig } from '../hooks/use-stores.ts'
import { ModelField } from '../models/model-field.tsx'
import { Button } from '../parts/button.tsx'
import { Choices } from '../parts/choices.tsx'
import formStyles from '../parts/form.module.css'
import { texts } from '../text/texts.ts'
import styles from './entry-form.module.css'
import type { EntryFieldsProps } from './entry-form.tsx'
import { RuleRows } from './rule-rows.tsx'
import { TextField } from './text-field.tsx'
import { TextRows } from './row-list.tsx'

const common = texts.settingsDialog
const words = texts.profiles

const PROMPT_LINES = 5

const TOOL_CHOICES = [
  { value: 'all', label: words.toolChoices.all },
  { value: 'some', label: words.toolChoices.some },
] as const

/** The fields of a profile. An empty one means: as for agents without a profile. */
export function ProfileFields({ entry, onChange }: EntryFieldsProps<ProfileEntry>) {
  const toolList = useId()
  const tools = useConfig((state) => state.tools)?.tools ?? []
  return (
    <>
      <datalist id={toolList}>
        {tools.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <TextField
        label={words.description}
        value={entry.description ?? ''}
        onChange={(text) => onChange({ ...entry, description: text || undefined })}
      />
      <TextField
        label={words.systemPrompt}
        lines={PROMPT_LINES}
        value={entry.system_prompt ?? ''}
        onChange={(text) => onChange({ ...entry, system_prompt: text || undefined })}
      />
      <ProfileModel entry={entry} onChange={onChange} />
      <fieldset className={styles.field}>
        <legend className={styles.label}>{words.tools}</legend>
        <Choices
          value={entry.tools === undefined ? 'all' : 'some'}
          options={TOOL_CHOICES}
          onChange={(choice) => onChange({ ...entry, tools: choice === 'all' ? undefined : [] })}
        />
      </fieldset>
      {entry.tools === undefined ? null : (
        <TextRows
          words={words.toolRows}
          placeholder={words.toolPlaceholder}
          list={toolList}
          values={entry.tools}
          onChange={(names) => onChange({ ...entry, tools: [...names] })}
        />
      )}
      <RuleRows
        rules={entry.rules ?? []}
        toolList={toolList}
        onChange={(rules) => onChange({ ...entry, rules: rules.length === 0 ? undefined : [...rules] })}
      />
      <ProfileBudget entry={entry} onChange={onChange} />
      <ProfileSandbox entry={entry} onChange={onChange} />
    </>
  )
}

function ProfileModel({ entry, onChange }: EntryFieldsProps<ProfileEntry>) {
  return (
    <div className={styles.row} data-align="end">
      <span className={styles.grow}>
        <ModelField
          label={words.model}
          spec={entry.model ?? null}
          placeholder={words.defaultModel}
          onChoose={(model) => onChange({ ...entry, model })}
        />
      </span>
      {entry.model === undefined ? null : (
        <Button tone="quiet" onClick={() => onChange({ ...entry, model: undefined })}>
          {words.useDefaultModel}
        </Button>
      )}
    </div>
  )
}

function ProfileSandbox({ entry, onChange }: EntryFieldsProps<ProfileEntry>) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {common.sandbox}
      </label>
      <select
        id={id}
        className={formStyles.select}
        value={entry.sandbox ?? ''}
        onChange={({ target }) =>
          onChange({ ...entry, sandbox: SANDBOX_LEVELS.find((level) => level === target.value) })
        }
      >
        <option value="">{words.defaultSandbox}</option>
        {SANDBOX_LEVELS.map((level) => (
          <option key={level} value={level}>
            {common.sandboxLevels[level]}
          </option>
        ))}
      </select>
    </div>
  )
}

const budgetWords = texts.profiles.budget

type Unit = 'none' | 'dollars' | 'tokens'

const UNITS: readonly { readonly value: Unit; readonly label: string }[] = [
  { value: 'none', label: budgetWords.units.none },
  { value: 'dollars', label: budgetWords.units.dollars },
  { value: 'tokens', label: budgetWords.units.tokens },
]

/** The budget of an agent with this profile and its descendants. */
function ProfileBudget({ entry, onChange }: EntryFieldsProps<ProfileEntry>) {
  const [unit, setUnit] = useState(unitOf(entry))
  const amount = unit === 'dollars' ? entry.max_cost : entry.max_tokens

  function change(nextUnit: Unit, next: number | undefined): void {
    setUnit(nextUnit)
    const { max_cost: _cost, max_tokens: _tokens, ...others } = entry
    const key = nextUnit === 'dollars' ? 'max_cost' : 'max_tokens'
    onChange(nextUnit === 'none' || next === undefined ? others : { ...others, [key]: next })
  }

  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{budgetWords.label}</legend>
      <Choices value={unit} options={UNITS} onChange={(next) => change(next, undefined)} />
      {unit === 'none' ? null : (
        <input
          type="number"
          className={formStyles.field}
          aria-label={unit === 'dollars' ? budgetWords.inDollars : budgetWords.inTokens}
          min={unit === 'dollars' ? 0 : 1}
          step={unit === 'dollars' ? 'any' : 1}
          required
          value={amount ?? ''}
          onChange={({ target }) => change(unit, target.value === '' ? undefined : target.valueAsNumber)}
        />
      )}
    </fieldset>
  )
}

function unitOf({ max_cost: usd, max_tokens: tokens }: ProfileEntry): Unit {
  return usd !== undefined ? 'dollars' : tokens === undefined ? 'none' : 'tokens'
}
