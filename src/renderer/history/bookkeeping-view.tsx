import { ArrowRightLeft } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import type { AgentEventOf } from '../../shared/agent-event.ts'
import { useModels } from '../hooks/use-stores.ts'
import { Disclosure } from '../parts/disclosure.tsx'
import { clockTime } from '../text/calendar-day.ts'
import { NoteLine } from '../parts/note-line.tsx'
import { modelTitle } from '../store/model-title.ts'
import { texts } from '../text/texts.ts'
import styles from './bookkeeping-view.module.css'
import type { EventGroup } from './stream-items.ts'
import { useIsWanted } from './use-shown-items.ts'

const words = texts.history.events

/** Neighbouring changes of what later requests are made with, folded under their number. */
export function ChangesLine({ item, children }: { item: EventGroup; children: ReactNode }) {
  const [opened, setOpened] = useState(false)
  const isWanted = useIsWanted(item)
  return (
    <div className={styles.changes}>
      <Disclosure summary={words.changes({ changes: item.items.length })} onOpen={() => setOpened(true)}>
        <div className={styles.folded}>{opened || isWanted ? children : null}</div>
      </Disclosure>
    </div>
  )
}

interface ModelLineProps {
  readonly event: AgentEventOf<'model'>
  /** The `/model` that chose it; missing: it was chosen otherwise. */
  readonly command?: AgentEventOf<'command'> | undefined
}

/** The model from here on, in one line: `Sonnet 5.5 · Medium · 16:30`. It unfolds to what the command answered. */
export function ModelLine({ event, command }: ModelLineProps) {
  const { provider, model, thinking_level: level, replaces } = event.data
  const title = useModels(({ list }) => modelTitle(list, provider, model))
  const choice = [
    title,
    level === 'none' ? '' : texts.models.level.words[level],
    clockTime(Date.parse(event.createdAt)),
  ]
    .filter((part) => part !== '')
    .join(' · ')
  const text = replaces === undefined ? choice : words.modelInstead({ model: choice, ended: replaces })
  const answer = command?.data.answer ?? ''
  if (answer === '') {
    return (
      <NoteLine>
        <ArrowRightLeft aria-hidden /> {text}
      </NoteLine>
    )
  }
  return (
    <div className={styles.changes}>
      <Disclosure summary={text} open={answer.includes('⚠')}>
        <p className={styles.answer}>{answer}</p>
      </Disclosure>
    </div>
  )
}
