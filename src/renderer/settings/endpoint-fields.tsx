import { useState } from 'react'

import type { EndpointEntry } from '../../shared/endpoints/endpoint-entry.ts'
import { tokenCommandOf } from '../../shared/endpoints/endpoint-entry.ts'
import { CLOUD_AUTHS, CLOUD_LABELS, ENDPOINT_KINDS, KIND_LABELS } from '../../shared/endpoints/endpoint-kinds.ts'
import { ENDPOINT_PRESETS, isPresetName, PRESET_NAMES } from '../../shared/endpoints/endpoint-presets.ts'
import formStyles from '../parts/form.module.css'
import { texts } from '../text/texts.ts'
import type { EntryFieldsProps } from './entry-form.tsx'
import styles from './entry-form.module.css'
import { PairRows } from './row-list.tsx'
import { TextField } from './text-field.tsx'

const words = texts.endpoints

/** The fields of an endpoint. Models, quirks and what else an entry may have are edited as JSON. */
export function EndpointFields({ entry, onChange }: EntryFieldsProps<EndpointEntry>) {
  const preset = presetOf(entry)
  const change = (part: Partial<EndpointEntry>): void => onChange(withoutEmpty({ ...entry, ...part }))
  const kind = entry.kind ?? preset?.kind ?? ''
  return (
    <>
      <Select
        label={words.service}
        value={entry.preset ?? ''}
        options={[['', words.other], ...PRESET_NAMES.map((name) => [name, ENDPOINT_PRESETS[name].label] as const)]}
        onChange={(value) => change({ preset: value })}
      />
      {preset === null ? (
        <Select
          label={words.kind}
          value={kind}
          options={[['', ''], ...ENDPOINT_KINDS.map((each) => [each, KIND_LABELS[each]] as const)]}
          onChange={(value) => change({ kind: ENDPOINT_KINDS.find((each) => each === value) })}
        />
      ) : null}
      <TextField
        label={words.address}
        required={preset === null || preset.baseUrl === null}
        placeholder={preset?.addressForm ?? preset?.baseUrl ?? 'https://llm.example.com/v1'}
        value={entry.base_url ?? ''}
        onChange={(address) => change({ base_url: address })}
      />
      <ModelsField models={entry.models ?? []} onChange={(models) => change({ models })} />
      <PairRows
        words={texts.toolServers.headers}
        values={entry.headers ?? {}}
        onChange={(headers) => change({ headers })}
      />
      {preset?.auth === undefined && entry.auth === undefined ? null : (
        <Select
          label={words.auth}
          value={entry.auth ?? ''}
          options={[
            ['', words.noAuth],
            ...CLOUD_AUTHS.filter((each) => each === (preset?.auth ?? entry.auth)).map(
              (each) => [each, CLOUD_LABELS[each]] as const,
            ),
          ]}
          onChange={(value) => {
            const auth = CLOUD_AUTHS.find((each) => each === value)
            change({ auth, profile: undefined, key_env: undefined, token_command: undefined })
          }}
        />
      )}
      {entry.auth === 'aws' ? (
        <TextField
          label={words.profile}
          hint={words.profileHint}
          value={entry.profile ?? ''}
          onChange={(profile) => change({ profile })}
        />
      ) : null}
      {entry.auth === undefined ? <KeyFields entry={entry} onChange={change} /> : null}
    </>
  )
}

/** What proves to an endpoint whose request it is, if it is not the sign-in of a cloud. */
function KeyFields({
  entry,
  onChange: change,
}: {
  entry: EndpointEntry
  onChange(part: Partial<EndpointEntry>): void
}) {
  const preset = presetOf(entry)
  return (
    <>
      <TextField
        label={words.variable}
        placeholder={preset?.keyVariables[0] ?? 'TEAM_KEY'}
        hint={words.variableHint}
        value={entry.key_env ?? ''}
        onChange={(variable) => change({ key_env: variable })}
      />
      <TextField
        label={words.tokenCommand}
        placeholder={preset?.tokenExample ?? 'az account get-access-token'}
        hint={words.tokenCommandHint}
        value={typeof entry.token_command === 'string' ? entry.token_command : (tokenCommandOf(entry) ?? []).join(' ')}
        onChange={(command) => change({ token_command: command })}
      />
    </>
  )
}

type Models = NonNullable<EndpointEntry['models']>

/** The names of models. What else an entry says of one is kept as long as its name is. */
function ModelsField({ models, onChange }: { models: Models; onChange(models: Models | undefined): void }) {
  const [text, setText] = useState(models.map(idOf).join(', '))
  function change(typed: string): void {
    setText(typed)
    const ids = typed.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()]))
    const named = ids.map((id) => models.find((model) => idOf(model) === id) ?? id)
    onChange(named.length === 0 ? undefined : named)
  }
  return <TextField label={words.models} hint={words.modelsHint} value={text} onChange={change} />
}

function idOf(model: Models[number]): string {
  return typeof model === 'string' ? model : model.id
}

function presetOf({ preset }: EndpointEntry) {
  return preset !== undefined && isPresetName(preset) ? ENDPOINT_PRESETS[preset] : null
}

/** An empty field means that the entry says nothing of it. */
function withoutEmpty(entry: EndpointEntry): EndpointEntry {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== '' && value !== undefined))
}

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  onChange(value: string): void
}

function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <label className={styles.field}>
      <span className={styles.label}>{label}</span>
      <select className={formStyles.field} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
