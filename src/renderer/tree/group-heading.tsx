import { ChevronRight, Folder } from 'lucide-react'
import { memo } from 'react'

import { useNow } from '../parts/use-now.ts'
import { dayName } from '../text/calendar-day.ts'
import { texts } from '../text/texts.ts'
import styles from './group-heading.module.css'
import type { GroupRow, RowGroup } from './row-groups.ts'
import type { TreeAction } from './tree-keys.ts'

const words = texts.tree

interface GroupHeadingProps {
  readonly row: GroupRow
  readonly isReachable: boolean
  onAction(action: TreeAction): void
}

/** The heading of a group of agents in the tree; a click opens or closes the group. */
export const GroupHeading = memo(function GroupHeading({ row, isReachable, onAction }: GroupHeadingProps) {
  const { group, groupId } = row
  const now = useNow(MINUTE_MS)
  // A heading that is a day needs no other one.
  const isDay = group.kind !== 'folder' && group.kind !== 'pinned' && group.kind !== 'archive'
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree handles the keys of all its rows
    <li
      role="treeitem"
      className={styles.heading}
      data-row={groupId}
      tabIndex={isReachable ? 0 : -1}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={false}
      aria-expanded={row.expanded}
      title={group.kind === 'folder' ? (group.folder ?? undefined) : undefined}
      onClick={() => onAction({ type: 'toggle', rowId: groupId })}
    >
      <span className={styles.sign} data-expanded={row.expanded} aria-hidden>
        {group.kind === 'folder' ? <Folder className={styles.kind} /> : null}
        <ChevronRight className={styles.twisty} />
      </span>
      <span className={styles.title} dir="auto">
        {row.folderName ?? groupTitle(group)}
      </span>
      <span className="visually-hidden">{words.agents({ agents: row.agents })}</span>
      <span className={styles.date}>{row.activeAt === null || isDay ? null : dayName(row.activeAt, now)}</span>
    </li>
  )
})

const MINUTE_MS = 60_000

function groupTitle(group: RowGroup): string {
  return group.kind === 'folder' ? words.groups.noFolder : words.groups[group.kind]
}
