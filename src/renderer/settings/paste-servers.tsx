import { useId, useState, type FormEvent } from 'react'

import { useActions } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { focusOnMount } from '../parts/focus-on-mount.ts'
import formStyles from '../parts/form.module.css'
import { texts } from '../text/texts.ts'
import styles from './entry-form.module.css'
import { parsePastedServers } from './server-entry.ts'
import { useConfiguration } from './use-configuration.ts'

const words = texts.toolServers.paste

const ROWS = 8
const PLACEHOLDER = '{ "mcpServers": { "files": { "command": "npx", "args": ["…"] } } }'

/** Adds all servers of a configuration that was made for another program. Nothing is added if one of them is wrong. */
export function PasteServers({ onDone }: { onDone(): void }) {
  const { config: configActions } = useActions()
  const known = useConfiguration()?.toolServers ?? {}
  const id = useId()
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<string | null>(null)

  async function add(): Promise<string | null> {
    const pasted = parsePastedServers(text)
    if (!pasted.ok) return pasted.problem
    const taken = Object.keys(pasted.value).filter((name) => Object.hasOwn(known, name))
    if (taken.length > 0) return words.taken({ names: taken.join(', ') })
    return configActions.update({ toolServers: pasted.value })
  }

  async function save(form: FormEvent): Promise<void> {
    form.preventDefault()
    const refusal = await add()
    setFailure(refusal)
    if (refusal === null) onDone()
  }

  return (
    <form className={styles.form} aria-label={words.title} onSubmit={(form) => void save(form)}>
      <label htmlFor={id} className={styles.label}>
        {words.label}
      </label>
      <textarea
        id={id}
        className={styles.json}
        aria-describedby={`${id}-hint`}
        ref={focusOnMount}
        required
        rows={ROWS}
        placeholder={PLACEHOLDER}
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p id={`${id}-hint`} className={formStyles.hint}>
        {words.hint}
      </p>
      <FailureNote failure={failure} />
      <span className={styles.buttons}>
        <Button tone="primary" type="submit">
          {words.add}
        </Button>
        <Button tone="quiet" onClick={onDone}>
          {texts.common.cancel}
        </Button>
      </span>
    </form>
  )
}
