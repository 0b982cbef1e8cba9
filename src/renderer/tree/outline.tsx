import { useMemo, useReducer, useRef, useState, type RefObject } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useLayout, useTree } from '../hooks/use-stores.ts'
import { AgentMenu } from './agent-menu.tsx'
import { AgentRow } from './agent-row.tsx'
import styles from './agent-tree.module.css'
import { ArchiveButton, NoMatches, OrderButton, StateCounts, TreeFilter } from './tree-parts.tsx'
import { rootOrder } from './root-order.ts'
import { rowAgent, rowElement } from './row-element.ts'
import { changeSelection, NO_SELECTION } from './selected-rows.ts'
import { SelectionBar } from './selection-bar.tsx'
import { shownAgents } from './shown-agents.ts'
import { useHeldOrder } from './use-held-order.ts'
import { useRevealedRow } from './use-revealed-row.ts'
import { useRowWindow } from './use-row-window.ts'
import { useTreeActions } from './use-tree-actions.ts'
import { useTreeKeys } from './use-tree-keys.ts'
import { useTreeRows } from './use-tree-rows.ts'
import { renderedItems } from './visible-range.ts'

/** The filter, the rows, and the actions on selected rows. `sidebar`: what contains all of it. */
export function Outline({ sidebar }: { sidebar: RefObject<HTMLElement | null> }) {
  const agents = useTree((state) => state.agents)
  const focusedPane = useLayout((layout) => layout.focused)
  const [query, setQuery] = useState('')
  const [showsArchive, setShowsArchive] = useState(false)
  const shown = useMemo(
    () => shownAgents(agents, { query, showsArchive, current: focusedPane }),
    [agents, query, showsArchive, focusedPane],
  )
  const roots = useHeldOrder(
    sidebar,
    useMemo(() => rootOrder(shown.agents), [shown]),
  )
  const { rows, toggleVersions } = useTreeRows(shown, roots.order)
  const [chosen, setChosen] = useState<AgentId | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const [menuOf, setMenuOf] = useState<AgentId | null>(null)
  const [selection, select] = useReducer(changeSelection, NO_SELECTION)
  // Only one row is reachable with Tab: the current one, else that of the focused pane, else the first.
  const indexOf = (id: AgentId | null) => rows.findIndex((row) => row.agent.id === id)
  const reachableIndex = [chosen, focusedPane].map(indexOf).find((index) => index !== -1) ?? 0
  const reachable = rows[reachableIndex]?.agent.id ?? null
  const targets = { choose: setChosen, openMenu: setMenuOf, select, toggleVersions }
  const act = useTreeActions(list, { ...targets, rows, current: reachable })
  const onKeyDown = useTreeKeys(rows, act)
  const { range, rowHeight } = useRowWindow(list, rows.length)
  useRevealedRow(list, indexOf(focusedPane), rowHeight)

  const menuAgent = menuOf === null ? undefined : agents.get(menuOf)
  return (
    <>
      <TreeFilter query={query} onChange={setQuery} onLeave={() => rowElement(list.current, reachable)?.focus()} />
      <StateCounts query={query} matches={shown.matches} onFilter={setQuery} />
      {roots.isOld ? <OrderButton onUpdate={roots.update} /> : null}
      {rows.length === 0 && query !== '' ? <NoMatches onClear={() => setQuery('')} /> : null}
      <ul
        ref={list}
        role="tree"
        aria-label="Agents"
        aria-multiselectable
        className={styles.rows}
        onKeyDown={(key) => onKeyDown(key, rowAgent(key.target) ?? reachable)}
      >
        {renderedItems(rows.length, range, reachableIndex).map((item) => {
          if ('gap' in item)
            return <li key={`gap ${item.before}`} role="none" style={{ height: item.gap * rowHeight }} />
          const row = rows[item.row]
          return row === undefined ? null : (
            <AgentRow
              key={row.agent.id}
              row={row}
              isReachable={item.row === reachableIndex}
              isFocusedPane={row.agent.id === focusedPane}
              isSelected={selection.ids.size === 0 ? null : selection.ids.has(row.agent.id)}
              isDimmed={shown.dimmed.has(row.agent.id)}
              onAction={act}
            />
          )
        })}
      </ul>
      {query === '' ? <ArchiveButton isOpen={showsArchive} onToggle={() => setShowsArchive(!showsArchive)} /> : null}
      <SelectionBar
        selected={rows.map((row) => row.agent).filter(({ id }) => selection.ids.has(id))}
        onDone={() => select({ type: 'clear' })}
      />
      {menuAgent === undefined ? null : (
        <AgentMenu
          agent={menuAgent}
          anchor={() => rowElement(list.current, menuAgent.id)}
          onAction={act}
          onClose={() => setMenuOf(null)}
        />
      )}
    </>
  )
}
