import { type FormEvent, useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import type { PullRequest, PushPlan } from '../../shared/publishing.ts'
import { useActions } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { Checkbox } from '../parts/checkbox.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import formStyles from '../parts/form.module.css'
import { SafeLink } from '../parts/safe-link.tsx'
import { texts } from '../text/texts.ts'
import styles from './changes.module.css'

const words = texts.changes.publish

/** The pull request of a branch that was pushed: its proposed texts, and the button that opens it. */
export function RequestForm({ agentId, plan }: { readonly agentId: AgentId; readonly plan: PushPlan }) {
  const { publish } = useActions()
  const [base, setBase] = useState(plan.base ?? '')
  const [title, setTitle] = useState(plan.title)
  const [body, setBody] = useState(plan.body)
  const [draft, setDraft] = useState(false)
  const [opened, setOpened] = useState<PullRequest | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function open(form: FormEvent): Promise<void> {
    form.preventDefault()
    const done = await publish.open(agentId, plan, { base: base.trim(), title: title.trim(), body, draft })
    setFailure(done.ok ? null : done.error.message)
    if (done.ok) setOpened(done.value)
  }

  if (opened !== null) {
    return (
      <p className={styles.note}>
        {words.opened} <SafeLink href={opened.url}>{opened.url}</SafeLink>
      </p>
    )
  }
  return (
    <form className={styles.request} aria-label={words.request} onSubmit={(form) => void open(form)}>
      <label>
        {words.base}
        <input
          type="text"
          className={formStyles.field}
          value={base}
          maxLength={250}
          spellCheck={false}
          onChange={(change) => setBase(change.target.value)}
        />
      </label>
      <label>
        {words.title}
        <input
          type="text"
          className={formStyles.field}
          value={title}
          maxLength={256}
          onChange={(change) => setTitle(change.target.value)}
        />
      </label>
      <label className={styles.message}>
        {words.body}
        <textarea value={body} rows={4} maxLength={60_000} onChange={(change) => setBody(change.target.value)} />
      </label>
      <Checkbox label={words.draft} checked={draft} onChange={setDraft} />
      <FailureNote failure={failure} />
      <div className={styles.buttons}>
        <Button type="submit" disabled={base.trim() === '' || title.trim() === ''}>
          {words.open}
        </Button>
      </div>
    </form>
  )
}
