import { useState } from 'react'

import { Button } from '../parts/button.tsx'
import form from '../parts/question-dialog.module.css'
import { texts } from '../text/texts.ts'
import styles from './transfer-dialog.module.css'

const words = texts.transfer.sessions

/** A session to choose. */
interface SessionItem {
  readonly key: string
  readonly name: string
  /** What distinguishes it from others, such as its tool and date. */
  readonly facts: readonly string[]
}

interface SessionChoicesProps {
  readonly label: string
  readonly items: readonly SessionItem[]
  /** Keys of the chosen items. */
  readonly chosen: ReadonlySet<string>
  readonly disabled: boolean
  onChange(chosen: ReadonlySet<string>): void
}

/** Rows in the page. More would make it slow; the filter finds the others. */
const SHOWN = 300
/** Shorter lists need no filter. */
const FILTERED_FROM = 8

/** A list of sessions with a checkbox each, a filter, and a button for all that the filter finds. */
export function SessionChoices({ label, items, chosen, disabled, onChange }: SessionChoicesProps) {
  const [filter, setFilter] = useState('')
  const found = items.filter(({ name, facts }) => matches(filter, [name, ...facts]))
  const hasAll = found.every(({ key }) => chosen.has(key))

  function choose(keys: readonly string[], isChosen: boolean): void {
    const next = new Set(chosen)
    for (const key of keys) {
      if (isChosen) next.add(key)
      else next.delete(key)
    }
    onChange(next)
  }

  return (
    <fieldset className={styles.choice} disabled={disabled}>
      <legend className={form.label}>{label}</legend>
      <div className={styles.choiceHead}>
        {items.length < FILTERED_FROM ? null : (
          <input
            type="search"
            className={form.input}
            aria-label={words.filter}
            placeholder={words.filter}
            value={filter}
            onChange={(change) => setFilter(change.target.value)}
          />
        )}
        <span className={styles.note}>{words.chosen({ chosen: chosen.size, of: items.length })}</span>
        <Button
          tone="quiet"
          disabled={found.length === 0}
          onClick={() =>
            choose(
              found.map(({ key }) => key),
              !hasAll,
            )
          }
        >
          {hasAll ? words.chooseNone : words.chooseAll}
        </Button>
      </div>
      <div className={styles.sessions}>
        {found.slice(0, SHOWN).map(({ key, name, facts }) => (
          <label key={key} className={styles.session}>
            <input
              type="checkbox"
              checked={chosen.has(key)}
              onChange={(change) => choose([key], change.target.checked)}
            />
            <span className={styles.sessionName}>{name}</span>
            <span className={styles.facts}>{facts.join(' · ')}</span>
          </label>
        ))}
        {found.length <= SHOWN ? null : (
          <p className={styles.status}>{words.more({ sessions: found.length - SHOWN })}</p>
        )}
      </div>
    </fieldset>
  )
}

/** Whether each word of the filter is in one of the texts. */
function matches(filter: string, parts: readonly string[]): boolean {
  const text = parts.join('\n').toLocaleLowerCase()
  return filter
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
