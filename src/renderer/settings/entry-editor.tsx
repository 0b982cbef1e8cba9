import { useId, useState, type FormEvent } from 'react'

import { Button } from '../parts/button.tsx'
import { focusOnMount } from '../parts/focus-on-mount.ts'
import formStyles from '../parts/form.module.css'
import styles from './entry-editor.module.css'

interface EntryEditorProps {
  /** The kind of entry: `pool`, `server`. */
  readonly what: string
  /** Null: a new entry, which needs a name. */
  readonly name: string | null
  readonly value: unknown
  readonly hint: string
  /** Returns why it was not saved, or null. */
  onSave(name: string, text: string): Promise<string | null>
  onCancel(): void
}

/** Edits an entry of config.json as JSON, and the name of a new one. */
export function EntryEditor({ what, name, value, hint, onSave, onCancel }: EntryEditorProps) {
  const id = useId()
  const [newName, setNewName] = useState('')
  const [text, setText] = useState(() => JSON.stringify(value, null, 2))
  const [failure, setFailure] = useState<string | null>(null)

  async function save(form: FormEvent): Promise<void> {
    form.preventDefault()
    setFailure(await onSave(name ?? newName.trim(), text))
  }

  return (
    <form className={styles.editor} onSubmit={(form) => void save(form)}>
      {name === null ? (
        <input
          type="text"
          className={formStyles.field}
          aria-label={`Name of the ${what}`}
          placeholder="Name"
          required
          ref={focusOnMount}
          spellCheck={false}
          value={newName}
          onChange={(change) => setNewName(change.target.value)}
        />
      ) : null}
      <textarea
        className={styles.json}
        aria-label={`The ${what}, as JSON`}
        aria-describedby={id}
        rows={Math.min(16, text.split('\n').length + 1)}
        spellCheck={false}
        value={text}
        onChange={(change) => setText(change.target.value)}
      />
      <p id={id} className={formStyles.hint}>
        {hint}
      </p>
      {failure === null ? null : (
        <p className={formStyles.failure} role="alert">
          {failure}
        </p>
      )}
      <span className={styles.editorButtons}>
        <Button tone="primary" type="submit">
          Save
        </Button>
        <Button tone="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </span>
    </form>
  )
}
