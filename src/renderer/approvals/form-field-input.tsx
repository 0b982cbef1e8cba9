import { useState } from 'react'

import {
  type FieldValue,
  type FormField,
  type NumberField,
  type OneField,
  type SeveralField,
  type TextFormField,
  typedValue,
} from '../../shared/server-question.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { texts } from '../text/texts.ts'
import styles from './approval-question.module.css'

const words = texts.approvals.server

interface FormFieldInputProps<F = FormField> {
  readonly id: string
  readonly field: F
  readonly value: FieldValue | undefined
  /** What is wrong with the value; null: nothing, or it is not to be shown yet. */
  readonly problem: string | null
  onChange(value: FieldValue | undefined): void
}

/** A field of a server's form, with its label, its description and what is wrong with its value. */
export function FormFieldInput(props: FormFieldInputProps) {
  const { id, field, problem } = props
  const label = labelOf(field)
  if (field.type === 'boolean' || field.type === 'several') {
    return (
      <fieldset className={styles.formField} aria-describedby={`${id}-about`}>
        {field.type === 'several' ? <legend>{label}</legend> : null}
        {field.type === 'several' ? <SeveralChoices {...props} field={field} /> : <YesNo {...props} />}
        <About id={id} description={field.description} problem={problem} />
      </fieldset>
    )
  }
  return (
    <div className={styles.formField}>
      <label htmlFor={id}>{label}</label>
      {field.type === 'one' ? <OneChoice {...props} field={field} /> : <TypedField {...props} field={field} />}
      <About id={id} description={field.description} problem={problem} />
    </div>
  )
}

function labelOf({ title, isRequired }: FormField): string {
  const field = visibleText(title, 'shown')
  return isRequired ? field : words.optional({ field })
}

function About({ id, description, problem }: { id: string; description: string; problem: string | null }) {
  return (
    <span id={`${id}-about`} className={styles.about}>
      {visibleText(description, 'shown')}
      {problem === null ? null : (
        <span className={styles.problem} role="alert">
          {description === '' ? '' : ' '}
          {problem}
        </span>
      )}
    </span>
  )
}

const INPUT_TYPES = { email: 'email', uri: 'url', date: 'date', 'date-time': 'text' } as const

function TypedField({ id, field, value, problem, onChange }: FormFieldInputProps<TextFormField | NumberField>) {
  // What is typed, because a number such as `1.` is not complete yet.
  const [typed, setTyped] = useState(value === undefined ? '' : String(value))
  const format = field.type === 'text' ? field.format : undefined
  return (
    <input
      id={id}
      className={styles.field}
      type={format === undefined ? 'text' : INPUT_TYPES[format]}
      inputMode={field.type === 'number' ? (field.isInteger ? 'numeric' : 'decimal') : undefined}
      autoComplete="off"
      aria-required={field.isRequired}
      aria-invalid={problem !== null}
      aria-describedby={`${id}-about`}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(typedValue(field, target.value))
      }}
    />
  )
}

function YesNo({ id, field, value, onChange }: FormFieldInputProps) {
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        aria-describedby={`${id}-about`}
        checked={value === true}
        onChange={({ target }) => onChange(target.checked)}
      />
      {labelOf(field)}
    </label>
  )
}

function OneChoice({ id, field, value, problem, onChange }: FormFieldInputProps<OneField>) {
  return (
    <select
      id={id}
      className={styles.field}
      aria-required={field.isRequired}
      aria-invalid={problem !== null}
      aria-describedby={`${id}-about`}
      value={typeof value === 'string' ? `=${value}` : ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value.slice(1))}
    >
      <option value="">{field.isRequired ? words.choose : words.none}</option>
      {field.options.map((option) => (
        <option key={option.value} value={`=${option.value}`}>
          {visibleText(option.title, 'shown')}
        </option>
      ))}
    </select>
  )
}

function SeveralChoices({ field, value, onChange }: FormFieldInputProps<SeveralField>) {
  const chosen: readonly string[] = typeof value === 'object' ? value : []
  const changed = (each: string): readonly string[] =>
    chosen.includes(each) ? chosen.filter((one) => one !== each) : [...chosen, each]
  return field.options.map((option) => (
    <label key={option.value} className={styles.choice}>
      <input type="checkbox" checked={chosen.includes(option.value)} onChange={() => onChange(changed(option.value))} />
      {visibleText(option.title, 'shown')}
    </label>
  ))
}
