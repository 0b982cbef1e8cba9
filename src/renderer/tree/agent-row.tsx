import { Archive, ChevronRight, Ellipsis, GitBranch, ListPlus, Mail, Pin } from 'lucide-react'
import { memo, type MouseEvent, type ReactNode } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { isUnreported, isUsed, type UsageTotals } from '../../shared/usage-totals.ts'
import { useActions } from '../hooks/app-context.ts'
import { droppedFiles, hasFiles } from '../hooks/dropped-files.ts'
import { opensByMiddleClick } from '../hooks/middle-clicks.ts'
import { useUnread } from '../hooks/use-stores.ts'
import { ActivityDot, RetryCountdown } from '../parts/activity-dot.tsx'
import { formatCount, formatShortCount } from '../parts/format-figures.ts'
import { formatCost } from '../parts/money-text.ts'
import { agentName } from '../store/agent-name.ts'
import { isUnread } from '../store/unread-results.ts'
import styles from './agent-tree.module.css'
import type { TreeAction } from './tree-keys.ts'
import type { TreeRow } from '../store/tree-rows.ts'
import type { VersionsOfRow } from '../store/version-rows.ts'
import { texts } from '../text/texts.ts'

const words = texts.tree.row

interface AgentRowProps {
  readonly row: TreeRow
  readonly isReachable: boolean
  readonly isFocusedPane: boolean
  /** Null: no agent is selected. */
  readonly isSelected: boolean | null
  /** Whether it is shown only because an agent below it matches the filter. */
  readonly isDimmed: boolean
  onAction(action: TreeAction): void
}

/** One agent in the tree: state, name, model, cost of it and its descendants, unread mail. */
export const AgentRow = memo(function AgentRow({
  row,
  isReachable,
  isFocusedPane,
  isSelected,
  isDimmed,
  onAction,
}: AgentRowProps) {
  const { agent } = row
  const { attachments } = useActions()
  const agentId = agent.id
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree handles the keys of all its rows
    <li
      role="treeitem"
      className={styles.row}
      data-row={agentId}
      data-level={Math.min(row.level, DEEPEST_INDENT)}
      data-dimmed={isDimmed || agent.status === 'killed' || agent.archived === true}
      tabIndex={isReachable ? 0 : -1}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={isFocusedPane}
      aria-checked={isSelected ?? undefined}
      aria-expanded={row.hasChildren ? row.expanded : undefined}
      onClick={(click) => onAction(clickAction(agentId, click))}
      {...opensByMiddleClick(() => onAction({ type: 'open', agentId, beside: true }))}
      onContextMenu={(click) => {
        click.preventDefault()
        onAction({ type: 'menu', agentId })
      }}
      onDragOver={(drag) => (hasFiles(drag.dataTransfer) ? drag.preventDefault() : undefined)}
      onDrop={(drag) => {
        if (!hasFiles(drag.dataTransfer)) return
        drag.preventDefault()
        void droppedFiles(drag.dataTransfer).then((files) => attachments.attach(agentId, files))
        onAction({ type: 'open', agentId, beside: false })
      }}
      onDoubleClick={() => onAction({ type: 'rename', agentId })}
    >
      <ExpandButton row={row} onToggle={() => onAction({ type: 'toggle', rowId: agentId })} />
      <RowState agent={agent} />
      <RowText agent={agent} />
      {row.versions === undefined ? null : (
        <VersionCount versions={row.versions} onToggle={(place) => onAction({ type: 'versions', agentId, place })} />
      )}
      <RowFigures row={row} />
      <MenuButton onOpen={() => onAction({ type: 'menu', agentId })} />
    </li>
  )
})

/** Returns the action of a click: open; with Ctrl, select or deselect; with Shift, select up to here. */
function clickAction(agentId: AgentId, { shiftKey, ctrlKey, metaKey }: MouseEvent): TreeAction {
  if (shiftKey) return { type: 'select_to', agentId }
  return ctrlKey || metaKey ? { type: 'select', agentId } : { type: 'open', agentId, beside: false }
}

/** Maximum indentation in levels, so that names stay readable. */
const DEEPEST_INDENT = 12

function ExpandButton({ row, onToggle }: { row: TreeRow; onToggle: () => void }) {
  if (!row.hasChildren) return <span className={styles.twisty} />
  return (
    // For the mouse only: the keyboard uses the arrow keys, and the row has the expanded state.
    <span
      className={styles.twisty}
      data-expanded={row.expanded}
      aria-hidden
      onClick={(click) => {
        click.stopPropagation()
        onToggle()
      }}
    >
      <ChevronRight />
    </span>
  )
}

interface VersionCountProps {
  readonly versions: VersionsOfRow
  onToggle(place: string): void
}

function VersionCount({ versions: { place, count, isOpen }, onToggle }: VersionCountProps) {
  if (isOpen === null) return <span className={styles.versions}>{words.versions({ versions: count })}</span>
  return (
    <>
      <span className="visually-hidden">{words.versions({ versions: count })}</span>
      {/* For the mouse only: the keyboard uses the arrow keys. */}
      <span
        className={styles.versions}
        title={isOpen ? words.showVersion : words.showVersions}
        aria-hidden
        data-folds
        onClick={(click) => {
          click.stopPropagation()
          onToggle(place)
        }}
      >
        {words.versions({ versions: count })}
      </span>
    </>
  )
}

function MenuButton({ onOpen }: { onOpen: () => void }) {
  return (
    // For the mouse only: the keyboard uses the menu key and Shift+F10 on the row.
    <span
      className={styles.menuButton}
      aria-hidden
      onClick={(click) => {
        click.stopPropagation()
        onOpen()
      }}
    >
      <Ellipsis />
    </span>
  )
}

function RowState({ agent }: { agent: AgentSummary }) {
  const isNew = useUnread((unread) => isUnread(unread, agent))
  return (
    <ActivityDot
      activity={agent.activity}
      killed={agent.status === 'killed'}
      unread={isNew ? words.unreadResult : undefined}
    />
  )
}

function RowText({ agent }: { agent: AgentSummary }) {
  const { choice } = agent
  return (
    <span className={styles.text}>
      <span className={styles.name} dir="auto">
        {agentName(agent)}
      </span>
      <span className={styles.model}>
        {choice === null ? texts.pane.noModel : `${choice.model} · ${choice.thinkingLevel}`}
      </span>
    </span>
  )
}

function RowFigures({ row: { agent, subtree, hasChildren } }: { row: TreeRow }) {
  return (
    <span className={styles.figures}>
      {agent.activity.type === 'retrying' ? <RetryCountdown at={agent.activity.at} /> : null}
      {agent.pinned === true ? <Mark icon={<Pin aria-hidden />} text={words.pinned} /> : null}
      {agent.archived === true ? <Mark icon={<Archive aria-hidden />} text={words.archived} /> : null}
      {agent.worktree === undefined ? null : (
        <span className={styles.mail} title={words.worktree({ branch: agent.worktree })}>
          <GitBranch aria-hidden />
          <span className="visually-hidden"> {words.worktreeSpoken({ branch: agent.worktree })}</span>
        </span>
      )}
      {agent.unreadMail === 0 ? null : (
        <span className={styles.mail} title={words.unread({ mails: agent.unreadMail })}>
          <Mail aria-hidden /> {agent.unreadMail}
          <span className="visually-hidden"> {words.unreadMails}</span>
        </span>
      )}
      {agent.queuedPrompts === 0 ? null : (
        <span className={styles.mail} title={words.queued({ prompts: agent.queuedPrompts })}>
          <ListPlus aria-hidden /> {agent.queuedPrompts}
          <span className="visually-hidden"> {words.queuedPrompts}</span>
        </span>
      )}
      {isUsed(subtree) ? (
        <span className={styles.tokens} title={usedText(agent, hasChildren ? subtree : null)}>
          {shortUse(hasChildren ? subtree : agent)}
        </span>
      ) : null}
    </span>
  )
}

function Mark({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <span className={styles.mark} title={text}>
      {icon}
      <span className="visually-hidden"> {text}</span>
    </span>
  )
}

/** Returns the cost; the tokens if no cost is known. */
function shortUse(totals: UsageTotals): string {
  const { usage, cost } = totals
  return cost.usd === 0 && !isUnreported(totals) ? formatShortCount(usage.totalTokens) : formatCost(cost)
}

/** Returns the exact figures. `subtree`: the agent together with its descendants; null: it has none. */
function usedText(agent: UsageTotals, subtree: UsageTotals | null): string {
  const text = (totals: UsageTotals): string =>
    isUnreported(totals)
      ? words.usedUnreported
      : words.used({ tokens: formatCount(totals.usage.totalTokens), cost: formatCost(totals.cost) })
  return subtree === null ? text(agent) : words.usedBelow({ own: text(agent), subtree: text(subtree) })
}
