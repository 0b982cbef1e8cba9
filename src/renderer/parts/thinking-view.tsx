import { useState } from 'react'

import { Disclosure } from './disclosure.tsx'
import { formatCount, formatDuration } from './format-figures.ts'
import { MarkdownView } from './markdown-view.tsx'
import { useNow } from './use-now.ts'
import styles from './thinking-view.module.css'

interface ThinkingViewProps {
  readonly text: string
  /** Still growing. */
  readonly live: boolean
  /** As the provider counted them; null: not known for this block. */
  readonly tokens: number | null
  /** How long it took, ms; null: not known. */
  readonly durationMs: number | null
}

/** A model's thinking, folded: what it came to is said on the line. */
export function ThinkingView({ text, live, tokens, durationMs }: ThinkingViewProps) {
  const words = [
    'Thinking',
    ...(tokens === null ? [] : [`${formatCount(tokens)} tokens`]),
    ...(durationMs === null ? [] : [formatDuration(durationMs)]),
  ]
  const summary = (
    <span data-live={live} className={styles.label}>
      {live ? <LiveWords /> : words.join(' · ')}
    </span>
  )
  if (text === '') return <p className={styles.hidden}>{summary} · text hidden by the provider</p>
  return (
    <Disclosure summary={summary}>
      <div className={styles.thinking}>
        <MarkdownView text={text} />
      </div>
    </Disclosure>
  )
}

const SECOND_MS = 1000

/** For how long already. */
function LiveWords() {
  const [since] = useState(Date.now)
  const elapsed = useNow(SECOND_MS) - since
  return elapsed < SECOND_MS ? 'Thinking…' : `Thinking… ${formatDuration(elapsed)}`
}
