import { type FormEvent, useEffect, useId, useState } from 'react'

import type { AgentBranches, ReviewScope } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'
import { parseRange } from '../../shared/revision-name.ts'
import { useActions } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import formStyles from '../parts/form.module.css'
import { texts } from '../text/texts.ts'
import styles from './changes.module.css'

const words = texts.changes.base

interface ReviewBaseProps {
  readonly agentId: AgentId
  /** What is compared; null: recorded changes are shown. */
  readonly compared: ReviewScope | null
  /** Null: the recorded changes of the agent. */
  onChoose(scope: ReviewScope | null): void
}

/** Chooses the branch, commit or range that the review compares with. Nothing outside a repository. */
export function ReviewBase({ agentId, compared, onChoose }: ReviewBaseProps) {
  const { changes } = useActions()
  const [fieldId, listId] = [useId(), useId()]
  const [branches, setBranches] = useState<AgentBranches | null>(null)
  const [draft, setDraft] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    void changes.branches(agentId).then((found) => {
      if (isCurrent) setBranches(found.ok ? found.value : null)
    })
    return () => {
      isCurrent = false
    }
  }, [changes, agentId])
  if (branches === null) return null
  const text = draft ?? branches.suggested ?? ''

  function compare(form: FormEvent): void {
    form.preventDefault()
    const name = text.trim()
    if (name !== '') onChoose(scopeOfText(name))
  }

  return (
    <form className={styles.base} onSubmit={compare}>
      <label htmlFor={fieldId}>{words.label}</label>
      <input
        id={fieldId}
        type="text"
        className={formStyles.field}
        value={text}
        list={listId}
        maxLength={600}
        placeholder={words.placeholder}
        spellCheck={false}
        autoComplete="off"
        onChange={(change) => setDraft(change.target.value)}
      />
      <datalist id={listId}>
        {branches.names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <Button type="submit" disabled={text.trim() === ''}>
        {words.compare}
      </Button>
      {compared === null ? null : (
        <Button tone="quiet" onClick={() => onChoose(null)}>
          {words.own}
        </Button>
      )}
    </form>
  )
}

function scopeOfText(text: string): ReviewScope {
  const range = parseRange(text)
  return range === null ? { type: 'base', base: text } : { type: 'range', ...range }
}
