import { useId, useState } from 'react'

import { isJsonObject, parseJson, type JsonObject } from '../../shared/json.ts'
import { Button } from '../parts/button.tsx'
import formStyles from '../parts/form.module.css'
import styles from './model-options-form.module.css'
import { texts } from '../text/texts.ts'

const words = texts.models.options

interface NumberOptionProps {
  readonly label: string
  /** Undefined: the provider's default. */
  readonly value: number | undefined
  readonly max: number | undefined
  readonly whole?: boolean
  readonly placeholder?: string
  readonly disabled: boolean
  onChange(value: number | undefined): void
}

/** A number that is set when the field is left or Enter is pressed. Empty: the default. */
export function NumberOption({ label, value, max, whole = false, placeholder, disabled, onChange }: NumberOptionProps) {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  function save(): void {
    const text = draft?.trim()
    setDraft(null)
    if (text === undefined) return
    const number = Number(text)
    if (text === '') onChange(undefined)
    else if (isAllowed(number, max, whole) && number !== value) onChange(number)
  }
  return (
    <div className={styles.row} data-disabled={disabled}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="number"
        className={formStyles.field}
        min={whole ? 1 : 0}
        max={max}
        step={whole ? 1 : 0.1}
        value={draft ?? value ?? ''}
        placeholder={placeholder ?? words.default}
        disabled={disabled && value === undefined}
        onChange={(change) => setDraft(change.target.value)}
        onBlur={save}
        onKeyDown={(key) => {
          if (key.key === 'Enter') save()
        }}
      />
    </div>
  )
}

function isAllowed(value: number, max: number | undefined, whole: boolean): boolean {
  if (!Number.isFinite(value) || value < (whole ? 1 : 0) || value > (max ?? value)) return false
  return !whole || Number.isInteger(value)
}

interface SchemaOptionProps {
  /** Undefined: answers are free. */
  readonly value: JsonObject | undefined
  onChange(schema: JsonObject | undefined): void
  onProblem(problem: string): void
}

/** The JSON Schema of final answers, as text. */
export function SchemaOption({ value, onChange, onProblem }: SchemaOptionProps) {
  const id = useId()
  const saved = value === undefined ? '' : JSON.stringify(value, null, 2)
  const [draft, setDraft] = useState<string | null>(null)
  function save(): void {
    const schema = readSchema(draft ?? '')
    if (schema === null) return onProblem(words.schemaIsWrong)
    setDraft(null)
    onChange(schema)
  }
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{words.schema}</label>
      {draft === null || draft === saved ? (
        <span />
      ) : (
        <Button tone="primary" aria-label={words.saveSchema} onClick={save}>
          {words.save}
        </Button>
      )}
      <textarea
        id={id}
        className={styles.schema}
        value={draft ?? saved}
        placeholder={words.schemaPlaceholder({ example: '{"type": "object"}' })}
        spellCheck={false}
        onChange={(change) => setDraft(change.target.value)}
      />
    </div>
  )
}

/** Undefined: the text is empty; null: it is not a JSON object. */
function readSchema(text: string): JsonObject | undefined | null {
  if (text.trim() === '') return undefined
  try {
    const schema = parseJson(text)
    return isJsonObject(schema) ? schema : null
  } catch {
    return null
  }
}
