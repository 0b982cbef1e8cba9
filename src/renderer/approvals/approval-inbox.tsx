import { Inbox } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { AgentSummary } from '../../shared/agent-summary.ts'

import type { PendingApproval } from '../../shared/approval.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useStores } from '../hooks/app-context.ts'
import { RenewalQuestion } from '../hooks/renewal-question.tsx'
import { useApprovals, useDismissals, usePreferences, useTree, useUnread } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Disclosure } from '../parts/disclosure.tsx'
import { agentName } from '../store/agent-name.ts'
import type { SettledApproval } from '../store/approval-store.ts'
import { inboxItems } from '../store/inbox-items.ts'
import { unreadAgents, withRead } from '../store/unread-results.ts'
import { texts } from '../text/texts.ts'
import styles from './approval-inbox.module.css'
import { ALLOW_KEY, DENY_KEY } from './approval-labels.ts'
import { ApprovalQuestion } from './approval-question.tsx'
import { CardList } from './card-list.tsx'
import { EndingModels } from './ending-models.tsx'
import { ItemHead, Section } from './inbox-parts.tsx'
import { FailedAgents, InterruptedAgents } from './unfinished-agents.tsx'

const words = texts.inbox

/** Everything that needs the user, over all agents: open questions, then turns that were interrupted or failed, then unread results. */
export function ApprovalInbox() {
  const { dialogs } = useStores()
  const dismissals = useDismissals((state) => state)
  const pending = useApprovals((state) => state.pending)
  const agents = useTree((state) => state.agents)
  const { waiting, interrupted, failed } = inboxItems(agents.values(), pending.values(), dismissals)
  const unread = useUnread((state) => state)
  const results = useMemo(() => unreadAgents(agents.values(), unread), [agents, unread])
  return (
    <Dialog title={words.title} size="sheet" initialFocus="layer" beside={<InboxKeys />} onClose={dialogs.close}>
      <CardList>
        {waiting.length + interrupted.length + failed.length + results.length === 0 ? <NothingWaits /> : null}
        <AnsweredElsewhere />
        <Section title={words.waiting} items={waiting}>
          {waiting.map((approval, index) => (
            <Question key={approval.id} approval={approval} isFirst={index === 0} />
          ))}
        </Section>
        <InterruptedAgents agents={interrupted} />
        <FailedAgents agents={failed} />
        <UnreadAgents agents={results} />
        <EndingModels />
        <RenewalQuestion />
        <RecentlyAnswered />
      </CardList>
    </Dialog>
  )
}

/** The keys that answer, while a question waits. Screen readers announce them from the buttons. */
function InboxKeys() {
  const isAsked = useApprovals(({ pending }) => pending.size > 0)
  const areOn = usePreferences((state) => state.singleKeys)
  if (!isAsked || !areOn) return null
  return (
    <span className={styles.keys} aria-hidden>
      <kbd>{ALLOW_KEY}</kbd> {words.keys.allow} <kbd>{DENY_KEY}</kbd> {words.keys.deny} <kbd>{words.keys.up}</kbd>
      <kbd>{words.keys.down}</kbd>
    </span>
  )
}

function Question({ approval, isFirst }: { approval: PendingApproval; isFirst: boolean }) {
  return (
    <article
      className={styles.item}
      aria-label={words.item({ tool: approval.tool, subject: visibleText(approval.subject, 'shown') })}
    >
      <ItemHead agentId={approval.agentId} tool={approval.tool} />
      <ApprovalQuestion approval={approval} takesFocus={isFirst} />
    </article>
  )
}

function NothingWaits() {
  return (
    <div className={styles.nothing}>
      <Inbox aria-hidden />
      <p>{words.nothing}</p>
      <p className={styles.hint}>{words.nothingHint}</p>
    </div>
  )
}

const settledWords = texts.inbox.settled

function settledText({ how, isOwn }: SettledApproval): string {
  return isOwn || how === 'withdrawn' ? settledWords[how] : settledWords.elsewhere[how]
}

/** The questions that disappeared from the open inbox without an answer here, and why. */
function AnsweredElsewhere() {
  const settled = useApprovals((state) => state.settled)
  const [before] = useState(() => new Set(settled.map(({ approval }) => approval.id)))
  return settled
    .filter(({ approval, isOwn }) => !isOwn && !before.has(approval.id))
    .map((each) => <SettledItem key={each.approval.id} settled={each} />)
}

/** What was asked last, with its answer, folded. */
function RecentlyAnswered() {
  const settled = useApprovals((state) => state.settled)
  if (settled.length === 0) return null
  return (
    <Disclosure summary={settledWords.recent({ answers: settled.length })}>
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

const unreadWords = texts.inbox.unread

/** Agents whose turn ended while they were not in view. */
function UnreadAgents({ agents }: { agents: readonly AgentSummary[] }) {
  const { unread } = useStores()
  function read(list: readonly AgentSummary[]): void {
    const ids = list.map(({ id }) => id)
    unread.setState((state) => withRead(state, ids), true)
  }
  return (
    <Section
      title={unreadWords.title}
      items={agents}
      acts={
        <Button tone="quiet" onClick={() => read(agents)}>
          {unreadWords.markAll({ results: agents.length })}
        </Button>
      }
    >
      {agents.map((agent) => (
        <article key={agent.id} className={styles.item} aria-label={unreadWords.finished({ agent: agentName(agent) })}>
          <ItemHead agentId={agent.id} tool={unreadWords.state} />
          <p className={styles.acts}>
            <Button tone="quiet" onClick={() => read([agent])}>
              {unreadWords.mark}
            </Button>
          </p>
        </article>
      ))}
    </Section>
  )
}
