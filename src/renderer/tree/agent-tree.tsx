import { Plus } from 'lucide-react'
import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react'

import { commandTitle } from '../../shared/app-commands.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useCommandKeys } from '../hooks/use-command-keys.ts'
import { useActions } from '../hooks/app-context.ts'
import { useLayout, useTree } from '../hooks/use-stores.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { AgentMenu } from './agent-menu.tsx'
import { AgentRow } from './agent-row.tsx'
import { SelectionBar } from './selection-bar.tsx'
import styles from './agent-tree.module.css'
import { filterAgents } from './filter-agents.ts'
import { rowAgent, rowElement } from './row-element.ts'
import { treeKeyAction } from './tree-keys.ts'
import { treeRows } from '../store/tree-rows.ts'
import { useTreeActions } from './use-tree-actions.ts'

/** The tree of all agents. Showing an agent does not change it. */
export function AgentTree() {
  const { agents: actions } = useActions()
  const keys = useCommandKeys()
  return (
    <nav className={styles.sidebar} aria-label="Agents">
      <header className={styles.header}>
        <h2 className={styles.title}>Agents</h2>
        <IconButton
          label={commandTitle('agent.new')}
          shortcut={keys('agent.new')}
          onClick={() => void actions.createRoot()}
        >
          <Plus />
        </IconButton>
      </header>
      <Outline />
    </nav>
  )
}

function Outline() {
  const agents = useTree((state) => state.agents)
  const collapsed = useLayout((layout) => layout.collapsed)
  const focusedPane = useLayout((layout) => layout.focused)
  const [query, setQuery] = useState('')
  const rows = useMemo(() => {
    const folded = query.trim() === '' ? collapsed : []
    return treeRows(filterAgents(agents, query), new Set(folded))
  }, [agents, collapsed, query])
  const [chosen, setChosen] = useState<AgentId | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const [menuOf, setMenuOf] = useState<AgentId | null>(null)
  const [selected, setSelected] = useState<readonly AgentId[]>([])
  const select = useCallback((agentId: AgentId) => setSelected((ids) => toggled(ids, agentId)), [])
  const act = useTreeActions(list, setChosen, setMenuOf, select)
  // Only one row is reachable with Tab: the current one, else that of the focused pane, else the first.
  const isRow = (id: AgentId | null) => rows.some((row) => row.agent.id === id)
  const reachable = [chosen, focusedPane].find(isRow) ?? rows[0]?.agent.id ?? null

  if (agents.size === 0) return <p className={styles.empty}>No agents yet.</p>
  const menuAgent = menuOf === null ? undefined : agents.get(menuOf)
  return (
    <>
      <TreeFilter query={query} onChange={setQuery} onLeave={() => rowElement(list.current, reachable)?.focus()} />
      {rows.length === 0 ? <p className={styles.empty}>No results</p> : null}
      <ul
        ref={list}
        role="tree"
        aria-label="Agents"
        className={styles.rows}
        onKeyDown={(key) => {
          if (key.target instanceof HTMLInputElement) return
          const action = treeKeyAction(rows, rowAgent(key.target) ?? reachable, key)
          if (action === null) return
          key.preventDefault()
          act(action)
        }}
      >
        {rows.map((row) => (
          <AgentRow
            key={row.agent.id}
            row={row}
            isReachable={row.agent.id === reachable}
            isFocusedPane={row.agent.id === focusedPane}
            isSelected={selected.length === 0 ? null : selected.includes(row.agent.id)}
            onAction={act}
          />
        ))}
      </ul>
      <SelectionBar
        selected={rows.map((row) => row.agent.id).filter((agentId) => selected.includes(agentId))}
        onDone={() => setSelected([])}
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

function toggled(ids: readonly AgentId[], agentId: AgentId): readonly AgentId[] {
  return ids.includes(agentId) ? ids.filter((id) => id !== agentId) : [...ids, agentId]
}

interface TreeFilterProps {
  readonly query: string
  onChange(query: string): void
  /** Called on Down or Enter; moves the focus to the rows. */
  onLeave(): void
}

function TreeFilter({ query, onChange, onLeave }: TreeFilterProps) {
  function onKeyDown(key: KeyboardEvent): void {
    if (key.key === 'Escape' && query !== '') onChange('')
    else if (key.key === 'ArrowDown' || key.key === 'Enter') onLeave()
    else return
    key.preventDefault()
  }
  return (
    <input
      type="search"
      className={styles.filter}
      aria-label="Filter agents"
      placeholder="Filter"
      value={query}
      onChange={(change) => onChange(change.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}
