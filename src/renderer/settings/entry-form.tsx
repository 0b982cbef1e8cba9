import { useId, useState, type ComponentType, type FormEvent } from 'react'
import type { z } from 'zod'

import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { focusOnMount } from '../parts/focus-on-mount.ts'
import formStyles from '../parts/form.module.css'
import { texts } from '../text/texts.ts'
import styles from './entry-form.module.css'
import { parseEntry } from './parse-entry.ts'

const common = texts.settingsDialog
const words = texts.entryForms

/** Fields of an entry. What they do not show stays in the entry as it is. */
export interface EntryFieldsProps<Entry> {
  readonly entry: Entry
  onChange(entry: Entry): void
}

/** The texts for one kind of entry. */
interface FormTexts {
  /** The name of the form of a new entry. */
  readonly title: string
  /** The name of the field with the entry's name. */
  readonly name: string
  /** The name of the field with the entry as JSON. */
  readonly json: string
}

interface EntryFormProps<Entry> {
  readonly form: FormTexts
  /** Null: a new entry, which needs a name. */
  readonly name: string | null
  readonly entry: Entry
  readonly schema: z.ZodType<Entry>
  /** Describes the keys of the JSON form. */
  readonly jsonHint: string
  readonly Fields: ComponentType<EntryFieldsProps<Entry>>
  /** Returns why it was not saved, or null. */
  onSave(name: string, entry: Entry): Promise<string | null>
  onDone(): void
}

/** Edits an entry of config.json in fields or as JSON, and the name of a new one. */
export function EntryForm<Entry>({
  form,
  name,
  schema,
  jsonHint,
  Fields,
  onSave,
  onDone,
  ...given
}: EntryFormProps<Entry>) {
  const [newName, setNewName] = useState('')
  const [entry, setEntry] = useState(given.entry)
  /** Null while the fields are shown. */
  const [json, setJson] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const read = () => parseEntry(schema, json ?? JSON.stringify(entry))

  async function save(submit: FormEvent): Promise<void> {
    submit.preventDefault()
    const parsed = read()
    const refusal = parsed.ok ? await onSave(name ?? newName.trim(), parsed.value) : parsed.problem
    setFailure(refusal)
    if (refusal === null) onDone()
  }

  function switchForm(): void {
    if (json === null) return setJson(JSON.stringify(entry, null, 2))
    const parsed = read()
    setFailure(parsed.ok ? null : parsed.problem)
    if (!parsed.ok) return
    setEntry(parsed.value)
    setJson(null)
  }

  return (
    <form
      className={styles.form}
      aria-label={name === null ? form.title : common.editEntry({ name })}
      onSubmit={(submit) => void save(submit)}
    >
      {name === null ? (
        <label className={styles.field}>
          <span className={styles.label}>{words.name}</span>
          <input
            type="text"
            className={formStyles.field}
            aria-label={form.name}
            required
            ref={focusOnMount}
            spellCheck={false}
            value={newName}
            onChange={(change) => setNewName(change.target.value)}
          />
        </label>
      ) : null}
      {json === null ? (
        <Fields entry={entry} onChange={setEntry} />
      ) : (
        <EntryJson label={form.json} text={json} hint={jsonHint} onChange={setJson} />
      )}
      <FailureNote failure={failure} />
      <span className={styles.buttons}>
        <Button tone="primary" type="submit">
          {common.save}
        </Button>
        <Button tone="quiet" onClick={onDone}>
          {texts.common.cancel}
        </Button>
        <span className={styles.gap} />
        <Button tone="quiet" onClick={switchForm}>
          {json === null ? words.asJson : words.asForm}
        </Button>
      </span>
    </form>
  )
}

const MAX_ROWS = 16

interface EntryJsonProps {
  /** The accessible name. */
  readonly label: string
  readonly text: string
  readonly hint: string
  onChange(text: string): void
}

/** An entry of config.json as JSON. */
function EntryJson({ label, text, hint, onChange }: EntryJsonProps) {
  const id = useId()
  return (
    <>
      <textarea
        className={styles.json}
        aria-label={label}
        aria-describedby={id}
        rows={Math.min(MAX_ROWS, text.split('\n').length + 1)}
        spellCheck={false}
        value={text}
        onChange={(change) => onChange(change.target.value)}
      />
      <p id={id} className={formStyles.hint}>
        {hint}
      </p>
    </>
  )
}
