import { type FormEvent, type KeyboardEvent, useState } from 'react'

import { Button } from '../parts/button.tsx'
import formStyles from '../parts/form.module.css'
import { focusOnMount } from '../parts/focus-on-mount.ts'
import { texts } from '../text/texts.ts'
import styles from './changes.module.css'
import type { LineRange } from './hunk-lines.ts'

const words = texts.changes.comments

interface CommentFormProps {
  /** The text of a comment that is changed. Missing: it is a new one. */
  readonly written?: string
  readonly range: LineRange
  readonly bounds: { readonly min: number; readonly max: number }
  onRange(range: LineRange): void
  onSave(text: string): void
  onCancel(): void
}

/** A comment on lines of a part. */
export function CommentForm({ written = '', range, bounds, onRange, onSave, onCancel }: CommentFormProps) {
  const [text, setText] = useState(written)
  const isComplete = text.trim() !== ''

  function save(form: FormEvent): void {
    form.preventDefault()
    if (isComplete) onSave(text.trim())
  }

  function onKeyDown(pressed: KeyboardEvent): void {
    if (pressed.key === 'Escape') {
      // It leaves the comment, not the view.
      pressed.preventDefault()
      pressed.stopPropagation()
      onCancel()
    }
    if (pressed.key === 'Enter' && (pressed.ctrlKey || pressed.metaKey) && isComplete) {
      // The same keys send the comments that are written.
      pressed.preventDefault()
      pressed.stopPropagation()
      onSave(text.trim())
    }
  }

  const number = (label: string, value: number, change: (to: number) => LineRange) => (
    <label>
      {label}
      <input
        type="number"
        className={formStyles.field}
        value={value}
        min={bounds.min}
        max={bounds.max}
        onChange={(changed) => {
          const to = changed.target.valueAsNumber
          if (Number.isInteger(to) && to >= bounds.min && to <= bounds.max) onRange(change(to))
        }}
      />
    </label>
  )
  return (
    <form className={styles.request} aria-label={words.form} onSubmit={save}>
      <div className={styles.base}>
        {number(words.from, range.first, (first) => ({ ...range, first, last: Math.max(first, range.last) }))}
        {number(words.to, range.last, (last) => ({ ...range, last, first: Math.min(last, range.first) }))}
        {range.side === 'old' ? <span className={styles.note}>{words.removed}</span> : null}
      </div>
      <label className={styles.message}>
        {words.text}
        <textarea
          ref={focusOnMount}
          value={text}
          rows={2}
          maxLength={10_000}
          onKeyDown={onKeyDown}
          onChange={(change) => setText(change.target.value)}
        />
      </label>
      <div className={styles.buttons}>
        <Button type="submit" disabled={!isComplete}>
          {words.add}
        </Button>
        <Button tone="quiet" onClick={onCancel}>
          {texts.common.cancel}
        </Button>
      </div>
    </form>
  )
}
