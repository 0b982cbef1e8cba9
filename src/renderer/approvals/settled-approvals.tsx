import { useState } from 'react'

import { visibleText } from '../../shared/visible-text.ts'
import { useApprovals } from '../hooks/use-stores.ts'
import { Disclosure } from '../parts/disclosure.tsx'
import type { SettledApproval } from '../store/approval-store.ts'
import { texts } from '../text/texts.ts'
import styles from './approval-inbox.module.css'
import { ItemHead } from './inbox-parts.tsx'

const words = texts.inbox.settled

function settledText({ how, isOwn }: SettledApproval): string {
  return isOwn || how === 'withdrawn' ? words[how] : words.elsewhere[how]
}

/** The questions that disappeared from the open inbox without an answer here, and why. */
export function AnsweredElsewhere() {
  const settled = useApprovals((state) => state.settled)
  const [before] = useState(() => new Set(settled.map(({ approval }) => approval.id)))
  return settled
    .filter(({ approval, isOwn }) => !isOwn && !before.has(approval.id))
    .map((each) => <SettledItem key={each.approval.id} settled={each} />)
}

/** What was asked last, with its answer, folded. */
export function RecentlyAnswered() {
  const settled = useApprovals((state) => state.settled)
  if (settled.length === 0) return null
  return (
    <Disclosure summary={words.recent({ answers: settled.length })}>
      <div className={styles.section}>
        {settled.map((each) => (
          <SettledItem key={each.approval.id} settled={each} />
        ))}
      </div>
    </Disclosure>
  )
}

function SettledItem({ settled }: { settled: SettledApproval }) {
  const { agentId, tool, subject } = settled.approval
  const text = visibleText(subject, 'shown')
  return (
    <article className={styles.item} aria-label={texts.inbox.item({ tool, subject: text })}>
      <ItemHead agentId={agentId} tool={tool} />
      <p className={styles.settled}>
        <span className={styles.settledSubject}>{text}</span>
        <span>{settledText(settled)}</span>
      </p>
    </article>
  )
}
