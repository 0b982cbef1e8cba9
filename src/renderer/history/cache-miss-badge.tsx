import { useState } from 'react'

import type { AgentEventOf } from '../../shared/agent-event.ts'
import {
  type CacheMiss,
  differsFromDiagnosis,
  isMissShown,
  readDiagnosis,
  readMiss,
  type CacheMissView,
} from '../../shared/cache-miss.ts'
import { cacheMissText } from '../../shared/cache-miss-text.ts'
import { useActions } from '../hooks/app-context.ts'
import { DiffView } from '../parts/diff-view.tsx'
import { Disclosure } from '../parts/disclosure.tsx'
import { formatCount } from '../parts/format-figures.ts'
import { formatDollars } from '../parts/money-text.ts'
import { texts } from '../text/texts.ts'
import styles from './answer-view.module.css'

const words = texts.history.cacheMiss

/** Why the input of an answer was cold, and what that cost; opened, the first difference of the two requests. */
export function CacheMissBadge({ event }: { readonly event: AgentEventOf<'assistant'> }) {
  const miss = readMiss(event.data)
  const diagnosis = readDiagnosis(event.data)
  const { agents } = useActions()
  const [view, setView] = useState<CacheMissView | null>(null)
  if (!isMissShown(miss) && !differsFromDiagnosis(miss, diagnosis)) return null
  const load = async (): Promise<void> => {
    const found = await agents.cacheMiss(event.agentId, event.id)
    setView(found.ok ? found.value : null)
  }
  return (
    <div className={styles.cold}>
      <Disclosure summary={miss === null ? words.asExpected : summaryOf(miss)} onOpen={() => void load()}>
        {diagnosis === null ? null : (
          <p>
            {words.provider({
              reason: diagnosis.reason,
              tokens: diagnosis.tokens === undefined ? null : formatCount(diagnosis.tokens),
              differs: differsFromDiagnosis(miss, diagnosis),
            })}
          </p>
        )}
        <Difference view={view} />
      </Disclosure>
    </div>
  )
}

function Difference({ view }: { readonly view: CacheMissView | null }) {
  if (view === null || view.miss?.place === undefined) return null
  const { difference } = view
  if (difference === null) return <p>{words.forgotten}</p>
  return (
    <>
      <p>{words.place(difference)}</p>
      <DiffView diff={difference.diff} label={words.difference} />
    </>
  )
}

function summaryOf(miss: CacheMiss): string {
  return words.summary({
    cause: cacheMissText(miss, words.text),
    tokens: formatCount(miss.tokens),
    cost: miss.usd === undefined ? null : formatDollars(miss.usd),
  })
}
