import { useState } from 'react'

import { Disclosure } from './disclosure.tsx'
import { formatCount, formatDuration } from './format-figures.ts'
import { MarkdownView } from './markdown-view.tsx'
import { useNow } from './use-now.ts'
import { usePulse } from './use-pulse.ts'
import styles from './thinking-view.module.css'
import { texts } from '../text/texts.ts'

const words = texts.parts.thinking

interface ThinkingViewProps {
  readonly text: string
  /** Whether the text is still being received. */
  readonly live: boolean
  /** As reported by the provider; null if not known for this block. */
  readonly tokens: number | null
  /** Duration, ms; null if not known. */
  readonly durationMs: number | null
}

/** A model's thinking, folded, with its figures in the summary line. */
export function ThinkingView({ text, live, tokens, durationMs }: ThinkingViewProps) {
  usePulse(live)
  const parts = [
    words.label,
    ...(tokens === null ? [] : [texts.parts.tokens({ tokens: formatCount(tokens) })]),
    ...(durationMs === null ? [] : [formatDuration(durationMs)]),
  ]
  const summary = (
    <span data-live={live} className={styles.label}>
      {live ? <LiveLabel /> : parts.join(' · ')}
    </span>
  )
  if (text === '')
    return (
      <p className={styles.hidden}>
        {summary} · {words.hidden}
      </p>
    )
  return (
    <Disclosure summary={summary}>
      <div className={styles.thinking}>
        <MarkdownView text={text} live={live} />
      </div>
    </Disclosure>
  )
}

const SECOND_MS = 1000

/** Shows the duration so far. */
function LiveLabel() {
  const [since] = useState(Date.now)
  const elapsed = useNow(SECOND_MS) - since
  return elapsed < SECOND_MS ? words.live : words.liveFor({ duration: formatDuration(elapsed) })
}
