import { Menu } from '@base-ui/react/menu'
import { Ellipsis, Gavel, GitFork, Mail, Split, ThumbsUp } from 'lucide-react'
import { useEffect, useRef } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useLayout } from '../hooks/use-stores.ts'
import { EventMarksProvider } from '../history/event-marks.tsx'
import { RerunBar } from '../history/rerun-bar.tsx'
import { PaneStream } from '../history/pane-stream.tsx'
import { PromptNotice } from '../prompt/prompt-notice.tsx'
import { ActivityDot } from '../parts/activity-dot.tsx'
import { Button } from '../parts/button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import menuStyles from '../parts/menu.module.css'
import { agentName } from '../store/agent-name.ts'
import { ColumnFigureList } from './column-figure-list.tsx'
import type { ColumnFigures, FigureName } from './column-figures.ts'
import styles from './compare-column.module.css'
import type { ColumnRerun, RerunLineText } from './column-rerun.ts'
import type { Comparison } from '../store/comparison.ts'
import type { OpenDialog } from '../store/dialog-store.ts'
import { texts } from '../text/texts.ts'
import type { ColumnVote } from './use-judged-columns.ts'
import { useCommands } from '../hooks/command-context.ts'

const words = texts.compare.columns

interface CompareColumnProps {
  readonly agentId: AgentId
  /** The label that differences and judgements use. */
  readonly label: string
  readonly part: 'answer' | 'judge' | 'merge'
  /** Null: a judge or a merge, whose figures are not compared. */
  readonly figures: ColumnFigures | null
  /** The figures for which it has the lowest value. */
  readonly best: readonly FigureName[]
  /** What the judges say; empty: nothing. */
  readonly verdict: string
  /** Null: there is no answer to vote on. */
  readonly vote: ColumnVote | null
  readonly comparison: Comparison
  readonly rerun: ColumnRerun
}

/** One agent of a comparison: its name, the figures of its newest answer, and its stream. */
export function CompareColumn(props: CompareColumnProps) {
  const { agentId, label, figures, best, verdict, rerun } = props
  const { layout } = useStores()
  const agent = useAgent(agentId)
  const focused = useLayout((state) => state.focused === agentId)
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    if (focused) element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [focused])
  if (agent === undefined) return null
  const take = () => layout.dispatch({ type: 'focus', agentId })
  return (
    <section
      ref={element}
      className={styles.column}
      data-column={agentId}
      data-focused={focused}
      aria-label={`${label}: ${agentName(agent)}`}
      onFocusCapture={take}
      onPointerDownCapture={take}
    >
      <header className={styles.header}>
        <div className={styles.who}>
          <span className={styles.label}>{label}</span>
          <ActivityDot activity={agent.activity} killed={agent.status === 'killed'} />
          <h3 className={styles.name} title={`${modelText(agent)}\n${agentName(agent)}`}>
            {modelText(agent)}
            <span className={styles.alias}>{agentName(agent)}</span>
          </h3>
          <ColumnActions {...props} agent={agent} />
        </div>
        {figures === null ? null : <ColumnFigureList agentId={agentId} figures={figures} best={best} />}
        {rerun.line === null ? null : <RerunLine {...rerun.line} />}
        {verdict === '' ? null : <p className={styles.verdict}>{verdict}</p>}
      </header>
      <RerunBar agentId={agentId} />
      <EventMarksProvider value={rerun.marks}>
        <PaneStream agentId={agentId} isCompared />
      </EventMarksProvider>
      <div className={styles.notice}>
        <PromptNotice agentId={agentId} />
      </div>
    </section>
  )
}

function modelText({ choice }: AgentSummary): string {
  return choice === null ? texts.pane.noModel : `${choice.model} · ${choice.thinkingLevel}`
}

function ColumnActions({ agent, comparison, part, vote }: CompareColumnProps & { agent: AgentSummary }) {
  const { dialogs } = useStores()
  const { compare } = useActions()
  const { id } = comparison
  if (part === 'judge') return null
  return (
    <span className={styles.actions}>
      {vote === null ? null : (
        <IconButton
          label={vote.isPreferred ? words.unprefer : words.prefer}
          aria-pressed={vote.isPreferred}
          onClick={vote.toggle}
        >
          <ThumbsUp />
        </IconButton>
      )}
      {part === 'merge' ? (
        <Button onClick={() => dialogs.setState({ dialog: { type: 'add_merge', comparison: id, merge: agent.id } })}>
          {words.addToAgent}
        </Button>
      ) : null}
      <Button onClick={() => void compare.adopt(comparison, agent.id)}>{words.adopt}</Button>
      {part === 'answer' ? <ColumnMenu agent={agent} comparison={id} /> : null}
    </span>
  )
}

function ColumnMenu({ agent, comparison }: { agent: AgentSummary; comparison: string }) {
  const { dialogs } = useStores()
  const ask = (dialog: OpenDialog) => () => dialogs.setState({ dialog })
  return (
    <Menu.Root>
      <Menu.Trigger render={<IconButton label={words.more({ agent: agentName(agent) })} />}>
        <Ellipsis />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end">
          <Menu.Popup className={menuStyles.popup}>
            <Menu.Item className={menuStyles.item} onClick={ask({ type: 'judge', comparison, judge: agent.id })}>
              <Gavel aria-hidden /> {words.askToJudge}
            </Menu.Item>
            <Menu.Item
              className={menuStyles.item}
              disabled={agent.parentId === null}
              onClick={ask({ type: 'result', comparison, chosen: agent.id })}
            >
              <Mail aria-hidden /> {words.sendResult}
            </Menu.Item>
            <Menu.Item className={menuStyles.item} onClick={ask({ type: 'fork', agentId: agent.id, atEventId: null })}>
              <GitFork aria-hidden /> {words.fork}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** In the header of a rerun's column: what it repeats, and how many calls differ. */
function RerunLine({ text, hasDivergence }: RerunLineText) {
  const goTo = useCommands().find(({ id }) => id === 'compare.divergence')
  return (
    <div className={styles.rerun}>
      <span>{text}</span>
      {hasDivergence ? (
        <Button tone="quiet" onClick={() => goTo?.getAction()?.()}>
          <Split aria-hidden /> {texts.compare.rerun.goTo}
        </Button>
      ) : null}
    </div>
  )
}
