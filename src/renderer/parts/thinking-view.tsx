import { Disclosure } from './disclosure.tsx'
import { formatCount } from './format-figures.ts'
import { MarkdownView } from './markdown-view.tsx'
import styles from './thinking-view.module.css'

interface ThinkingViewProps {
  readonly text: string
  /** Still growing. */
  readonly live: boolean
  /** As the provider counted them; null: not known for this block. */
  readonly tokens: number | null
}

/** A model's thinking, folded: what it came to is said on the line. */
export function ThinkingView({ text, live, tokens }: ThinkingViewProps) {
  const words = [live ? 'Thinking…' : 'Thinking', ...(tokens === null ? [] : [`${formatCount(tokens)} tokens`])]
  const summary = (
    <span data-live={live} className={styles.label}>
      {words.join(' · ')}
    </span>
  )
  if (text === '') return <p className={styles.hidden}>{summary} · the provider keeps the words to itself</p>
  return (
    <Disclosure summary={summary}>
      <div className={styles.thinking}>
        <MarkdownView text={text} />
      </div>
    </Disclosure>
  )
}
