import { type KeyboardEvent, type ReactNode, type RefObject, useMemo, useReducer, useRef, useState } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useChosenAgent } from '../hooks/use-agent.ts'
import { useTree } from '../hooks/use-stores.ts'
import { texts } from '../text/texts.ts'
import { AgentMenu } from './agent-menu.tsx'
import { AgentRow } from './agent-row.tsx'
import styles from './agent-tree.module.css'
import { ArchiveButton, NoMatches, OrderButton, StateCounts, TreeFilter } from './tree-parts.tsx'
import { GroupHeading } from './group-heading.tsx'
import { agentRows, isGroupRow, type OutlineRow, rowId } from './row-groups.ts'
import type { RowFace } from './row-faces.ts'
import { SavedFilters } from './saved-filters.tsx'
import { changeSelection, NO_SELECTION } from './selected-rows.ts'
import { SelectionBar } from './selection-bar.tsx'
import { shownAgents } from './shown-agents.ts'
import { useRevealedRow } from './use-revealed-row.ts'
import { rowElement, rowOfTarget, useTreeActions } from './use-tree-actions.ts'
import { useTreeRows } from './use-tree-rows.ts'
import { renderedItems, useRowWindow } from './visible-range.ts'
import { type TreeAction, treeKeyAction } from './tree-keys.ts'
import { isTyping, NOTHING_TYPED, rowOfWord, typeLetter } from './type-ahead.ts'

interface OutlineProps {
  /** What contains all of it. */
  readonly sidebar: RefObject<HTMLElement | null>
  /** Buttons beside the filter. */
  readonly buttons?: ReactNode
}

/** The filter, the rows, and the actions on selected rows. */
export function Outline({ sidebar, buttons }: OutlineProps) {
  const agents = useTree((state) => state.agents)
  const focusedPane = useChosenAgent()
  const [query, setQuery] = useState('')
  const [showsArchive, setShowsArchive] = useState(false)
  const shown = useMemo(
    () => shownAgents(agents, { query, showsArchive, current: focusedPane }),
    [agents, query, showsArchive, focusedPane],
  )
  const { rows, faces, activeAt, isOld, update, toggleVersions, groupIdOf } = useTreeRows(sidebar, shown)
  const [chosen, setChosen] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const [menuOf, setMenuOf] = useState<AgentId | null>(null)
  const [selection, select] = useReducer(changeSelection, NO_SELECTION)
  // Only one row is reachable with Tab: the current one, else that of the focused pane, else the first.
  const indexOf = (id: string | null) => rows.findIndex((row) => rowId(row) === id)
  const reachableIndex = [chosen, focusedPane].map(indexOf).find((index) => index !== -1) ?? 0
  const reachableRow = rows[reachableIndex]
  const reachable = reachableRow === undefined ? null : rowId(reachableRow)
  const targets = { choose: setChosen, openMenu: setMenuOf, select, toggleVersions }
  const act = useTreeActions(list, { ...targets, rows, current: reachable })
  const onKeyDown = useTreeKeys(rows, faces, act)
  const { range, rowHeight } = useRowWindow(list, rows.length)
  useRevealedRow(list, { index: indexOf(focusedPane), rowHeight, groupIdOf })

  return (
    <>
      <TreeFilter
        query={query}
        buttons={buttons}
        onChange={setQuery}
        onLeave={() => rowElement(list.current, reachable)?.focus()}
      />
      <StateCounts query={query} matches={shown.matches} onFilter={setQuery} />
      <SavedFilters query={query} onFilter={setQuery} />
      {isOld ? <OrderButton onUpdate={update} /> : null}
      {rows.length === 0 && query !== '' ? <NoMatches onClear={() => setQuery('')} /> : null}
      <ul
        ref={list}
        role="tree"
        aria-label={texts.tree.title}
        aria-multiselectable
        className={styles.rows}
        onKeyDown={(key) => onKeyDown(key, rowOfTarget(key.target) ?? reachable)}
      >
        {renderedItems(rows.length, range, reachableIndex).map((item) => {
          if ('gap' in item)
            return <li key={`gap ${item.before}`} role="none" style={{ height: item.gap * rowHeight }} />
          const row = rows[item.row]
          if (row === undefined) return null
          const isReachable = item.row === reachableIndex
          if (isGroupRow(row))
            return <GroupHeading key={row.groupId} row={row} isReachable={isReachable} onAction={act} />
          const face = faces.get(row.agent.id)
          return face === undefined ? null : (
            <AgentRow
              key={row.agent.id}
              row={row}
              face={face}
              activeAt={activeAt(row)}
              isReachable={isReachable}
              isFocusedPane={row.agent.id === focusedPane}
              isSelected={selection.ids.size === 0 ? null : selection.ids.has(row.agent.id)}
              isDimmed={shown.dimmed.has(row.agent.id)}
              onAction={act}
            />
          )
        })}
      </ul>
      {query === '' ? <ArchiveButton isOpen={showsArchive} onToggle={() => setShowsArchive(!showsArchive)} /> : null}
      <SelectionBar selected={selectedAgents(rows, selection.ids)} onDone={() => select({ type: 'clear' })} />
      <RowMenu agentId={menuOf} list={list} onAction={act} onClose={() => setMenuOf(null)} />
    </>
  )
}

interface RowMenuProps {
  /** Null: no menu is open. */
  readonly agentId: AgentId | null
  readonly list: RefObject<HTMLElement | null>
  onAction(action: TreeAction): void
  onClose(): void
}

function RowMenu({ agentId, list, onAction, onClose }: RowMenuProps) {
  const agent = useTree(({ agents }) => (agentId === null ? undefined : agents.get(agentId)))
  if (agent === undefined) return null
  return (
    <AgentMenu agent={agent} anchor={() => rowElement(list.current, agent.id)} onAction={onAction} onClose={onClose} />
  )
}

function selectedAgents(rows: readonly OutlineRow[], ids: ReadonlySet<AgentId>): readonly AgentSummary[] {
  return agentRows(rows).flatMap(({ agent }) => (ids.has(agent.id) ? [agent] : []))
}

/** Returns the handler of the tree's keys. A letter goes to the next row whose name begins with what was typed. */
function useTreeKeys(
  rows: readonly OutlineRow[],
  faces: ReadonlyMap<AgentId, RowFace>,
  act: (action: TreeAction) => void,
) {
  const typed = useRef(NOTHING_TYPED)
  const typeAhead = (key: KeyboardEvent, current: string | null): TreeAction | null => {
    if (key.key.length !== 1 || key.ctrlKey || key.metaKey || key.altKey) return null
    typed.current = typeLetter(typed.current, key.key, key.timeStamp)
    const row = rowOfWord(rows, current, typed.current, (id) => faces.get(id)?.label ?? '')
    return row === null ? null : { type: 'choose', rowId: row.agent.id }
  }
  return (key: KeyboardEvent, current: string | null): void => {
    if (key.target instanceof HTMLInputElement) return
    const isWord = key.key === ' ' && isTyping(typed.current, key.timeStamp)
    const action = (isWord ? null : treeKeyAction(rows, current, key)) ?? typeAhead(key, current)
    if (action === null) return
    key.preventDefault()
    act(action)
  }
}
