import type { LiveBlock, TurnView } from '../../shared/agent-view.ts'
import type { PendingApproval } from '../../shared/approval.ts'
import type { AgentId } from '../../shared/ids.ts'
import { assertNever } from '../../shared/assert-never.ts'
import { meantText } from '../../shared/tool-search.ts'
import { OUTSIDE } from '../../shared/providers.ts'
import { ApprovalQuestion } from '../approvals/approval-question.tsx'
import { useActions } from '../hooks/app-context.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { useApprovals, useModels, useViews } from '../hooks/use-stores.ts'
import { RetryCountdown } from '../parts/activity-dot.tsx'
import { Button } from '../parts/button.tsx'
import { formatDuration } from '../parts/format-figures.ts'
import { MarkdownView } from '../parts/markdown-view.tsx'
import { ThinkingView } from '../parts/thinking-view.tsx'
import toolCardStyles from '../parts/tool-card.module.css'
import { ToolCard } from '../parts/tool-card.tsx'
import { useNow } from '../parts/use-now.ts'
import { usePulse } from '../parts/use-pulse.ts'
import { modelTitle } from '../store/model-title.ts'
import { errorTitle } from '../text/table-texts.ts'
import { texts } from '../text/texts.ts'
import { useAnswerFacts } from './answer-facts.ts'
import styles from './live-turn.module.css'

const words = texts.history.retry

/**
 * The part of the running turn that is not recorded yet. The only part of a pane that is rendered again with every
 * delta.
 */
export function LiveTurn({ agentId }: { agentId: AgentId }) {
  const turn = useViews(({ views }) => views.get(agentId)?.turn ?? null)
  if (turn === null) return null
  return (
    <div className={styles.turn}>
      {turn.blocks.map((block, index) => (
        <LiveBlockView key={index} block={block} isLast={index === turn.blocks.length - 1} />
      ))}
      <TurnQuestion agentId={agentId} />
      {turn.retry === null ? (
        <TurnState agentId={agentId} model={turn.model} startedAt={turn.startedAt} />
      ) : (
        <RetryLine agentId={agentId} retry={turn.retry} />
      )}
    </div>
  )
}

function LiveBlockView({ block, isLast }: { block: LiveBlock; isLast: boolean }) {
  switch (block.type) {
    case 'text':
      return block.text === '' ? null : <MarkdownView text={block.text} live />
    case 'thinking':
      return <ThinkingView text={block.text} live={isLast} tokens={null} durationMs={null} />
    case 'tool_call':
      return (
        <ToolCard
          {...meantText(block.name, block.argumentsText)}
          state={block.complete ? 'running' : 'writing'}
          output=""
          durationMs={null}
        />
      )
    default:
      return assertNever(block)
  }
}

const SECOND_MS = 1000

interface TurnStateProps {
  readonly agentId: AgentId
  readonly model: string
  /** ms since the epoch. */
  readonly startedAt: number
}

/**
 * Shows that the turn is running and for how long, so that a pause in the stream does not look like a hang. Not rendered
 * again with every delta.
 */
function TurnState({ agentId, model, startedAt }: TurnStateProps) {
  usePulse(true)
  const agent = useAgent(agentId)
  const isNamed = useAnswerFacts() !== 'none'
  const title = useModels(({ list }) => modelTitle(list, agent?.choice?.provider ?? '', model))
  const isStarting = agent?.choice?.provider === OUTSIDE && agent.outside === undefined
  const elapsed = Math.max(0, useNow(SECOND_MS) - startedAt)
  return (
    <p className={styles.state}>
      <span className={styles.beat} aria-hidden />
      {isNamed ? (isStarting ? texts.history.starting({ program: model }) : title) : null}
      {elapsed < SECOND_MS ? null : <span className={styles.elapsed}>{formatDuration(elapsed)}</span>}
    </p>
  )
}

function RetryLine({ agentId, retry }: { agentId: AgentId; retry: NonNullable<TurnView['retry']> }) {
  const { agents } = useActions()
  return (
    <div className={styles.retry}>
      <p className={styles.retryText}>
        {words.waiting({ error: errorTitle(retry.error.category), attempt: retry.attempt })}{' '}
        <RetryCountdown at={retry.at} />
        <span className={styles.retryCause}>{retry.error.message}</span>
      </p>
      <span className={styles.retryButtons}>
        <Button tone="quiet" onClick={() => void agents.cancel(agentId)}>
          {texts.common.cancel}
        </Button>
        <Button onClick={() => void agents.retryNow(agentId)}>{words.now}</Button>
      </span>
    </div>
  )
}

/**
 * The question of an agent whose budget is used up, whose tree has reached a limit, or whose folder is not trusted
 * yet. It belongs to no tool call.
 */
function TurnQuestion({ agentId }: { agentId: AgentId }) {
  const approval = useApprovals(({ pending }) =>
    [...pending.values()].find((each) => each.agentId === agentId && isAboutLimit(each)),
  )
  if (approval === undefined) return null
  return (
    <div className={toolCardStyles.card} data-state="waiting">
      <ApprovalQuestion approval={approval} />
    </div>
  )
}

function isAboutLimit({ access }: PendingApproval): boolean {
  return access === 'budget' || access === 'limit' || access === 'trust'
}
