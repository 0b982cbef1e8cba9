import { memo, type MouseEvent, useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useActions } from '../hooks/app-context.ts'
import { droppedFiles, hasFiles } from '../hooks/dropped-files.ts'
import { opensByMiddleClick } from '../hooks/middle-clicks.ts'
import { useUnread } from '../hooks/use-stores.ts'
import { isBegunByProgram } from '../store/agent-kind.ts'
import { isUnread } from '../store/unread-results.ts'
import styles from './agent-row.module.css'
import { rowIndent, type RowLines } from './row-lines.ts'
import type { RowFace } from './row-faces.ts'
import { rowMeta } from './row-meta.ts'
import { KindGlyph, MenuButton, RowMetaView, RowNode, VersionDots } from './row-parts.tsx'
import { rowText } from './row-words.ts'
import type { TreeAction } from './tree-keys.ts'
import type { TreeRow } from '../store/tree-rows.ts'

interface AgentRowProps {
  readonly row: TreeRow
  readonly face: RowFace
  /** When something in the subtree was active last, ISO 8601; null: the row shows no date. */
  readonly activeAt: string | null
  readonly isReachable: boolean
  readonly isFocusedPane: boolean
  /** Null: no agent is selected. */
  readonly isSelected: boolean | null
  /** Whether it is shown only because an agent below it matches the filter. */
  readonly isDimmed: boolean
  onAction(action: TreeAction): void
}

/**
 * One agent in the tree: the lines that join it to others, its state or its letter, its name, versions, one word, and
 * the leaf of its provider. The name of the row for screen readers, and its title, say all of it.
 */
export const AgentRow = memo(function AgentRow({
  row,
  face,
  activeAt,
  isReachable,
  isFocusedPane,
  isSelected,
  isDimmed,
  onAction,
}: AgentRowProps) {
  const { agent, subtree, hasChildren } = row
  const { attachments } = useActions()
  /** Whether the pointer is on it: only then the steps between versions are elements. */
  const [isPointed, setPointed] = useState(false)
  const isNew = useUnread((unread) => isUnread(unread, agent))
  const agentId = agent.id
  const text = rowText(row, face, isNew)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree handles the keys of all its rows
    <li
      role="treeitem"
      className={styles.row}
      style={{ paddingInlineStart: rowIndent(row.depth) }}
      data-row={agentId}
      data-dimmed={isDimmed || agent.status === 'killed' || agent.archived === true}
      tabIndex={isReachable ? 0 : -1}
      aria-label={text}
      title={text}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={isFocusedPane}
      aria-checked={isSelected ?? undefined}
      aria-expanded={hasChildren ? row.expanded : undefined}
      onPointerEnter={row.versions === undefined ? undefined : () => setPointed(true)}
      onPointerLeave={row.versions === undefined ? undefined : () => setPointed(false)}
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
      <RowLinesView lines={face.lines} isBegunByProgram={isBegunByProgram(face.kind)} />
      <RowNode row={row} face={face} isNew={isNew} onToggle={() => onAction({ type: 'toggle', rowId: agentId })} />
      <span className={styles.name} dir="auto">
        {face.label}
      </span>
      {row.versions === undefined ? null : (
        <VersionDots
          versions={row.versions}
          hasSteps={isPointed}
          onToggle={(place) => onAction({ type: 'versions', agentId, place })}
          onStep={(version) => onAction({ type: 'open', agentId: version, beside: false })}
        />
      )}
      <RowMetaView
        meta={rowMeta(agent, { face, isNew, activeAt })}
        cost={face.isHidden ? null : (hasChildren ? subtree : agent).cost}
      />
      <KindGlyph agent={agent} face={face} />
      <MenuButton onOpen={() => onAction({ type: 'menu', agentId })} />
    </li>
  )
})

/** Returns the action of a click: open; with Ctrl, select or deselect; with Shift, select up to here. */
function clickAction(agentId: AgentId, { shiftKey, ctrlKey, metaKey }: MouseEvent): TreeAction {
  if (shiftKey) return { type: 'select_to', agentId }
  return ctrlKey || metaKey ? { type: 'select', agentId } : { type: 'open', agentId, beside: false }
}

interface RowLinesViewProps {
  readonly lines: RowLines
  readonly isBegunByProgram: boolean
}

/** The branches of a row, made of borders, so that they keep in forced colours and at any zoom. For the eye only. */
function RowLinesView({ lines: { passing, elbow }, isBegunByProgram }: RowLinesViewProps) {
  return (
    <>
      {passing.map(({ depth, tone }) => (
        <span
          key={depth}
          className={styles.passing}
          style={{ insetInlineStart: rowIndent(depth) }}
          data-tone={tone}
          aria-hidden
        />
      ))}
      {elbow === null ? null : (
        <span
          className={styles.elbow}
          style={{ insetInlineStart: rowIndent(elbow.depth) }}
          data-tone={elbow.tone}
          data-below={elbow.below ?? undefined}
          data-dotted={isBegunByProgram || undefined}
          aria-hidden
        />
      )}
    </>
  )
}
