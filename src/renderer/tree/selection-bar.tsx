import type { AgentSummary } from '../../shared/agent-summary.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import styles from './agent-tree.module.css'

interface SelectionBarProps {
  /** In the order of the tree. */
  readonly selected: readonly AgentSummary[]
  onDone(): void
}

/** The actions on the agents that are selected in the tree. */
export function SelectionBar({ selected, onDone }: SelectionBarProps) {
  const { agents, arrange, compare } = useActions()
  const { dialogs, layout } = useStores()
  if (selected.length === 0) return null
  const ids = selected.map(({ id }) => id)
  const isArchived = selected.every(({ archived }) => archived === true)
  const isPinned = selected.every(({ pinned }) => pinned === true)
  const count = selected.length
  const acts = [
    { label: `Open ${count}`, act: () => layout.dispatch({ type: 'open', agents: ids, focus: true }) },
    { label: `${isArchived ? 'Unarchive' : 'Archive'} ${count}`, act: () => void arrange.archive(ids, !isArchived) },
    { label: `${isPinned ? 'Unpin' : 'Pin'} ${count}`, act: () => void arrange.pin(ids, !isPinned) },
    { label: `Stop ${count}`, act: () => ids.forEach((id) => void agents.stop(id)) },
    { label: `Kill ${count}…`, act: () => dialogs.setState({ dialog: { type: 'kill', agentIds: ids } }) },
  ]
  return (
    <div className={styles.selection} role="toolbar" aria-label="Selected agents">
      <Button
        tone="primary"
        disabled={count < 2}
        onClick={() => {
          compare.show(ids)
          onDone()
        }}
      >
        {count < 2 ? 'Select one more to compare' : `Compare ${count} agents`}
      </Button>
      {acts.map(({ label, act }) => (
        <Button
          key={label}
          tone="quiet"
          onClick={() => {
            act()
            onDone()
          }}
        >
          {label}
        </Button>
      ))}
      <Button tone="quiet" onClick={onDone}>
        Clear
      </Button>
    </div>
  )
}
