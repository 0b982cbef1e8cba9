import type { AgentId } from '../../shared/ids.ts'
import { useActions } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import styles from './agent-tree.module.css'

interface SelectionBarProps {
  /** In the order of the tree. */
  readonly selected: readonly AgentId[]
  onDone(): void
}

/** The actions on the agents that are selected in the tree. */
export function SelectionBar({ selected, onDone }: SelectionBarProps) {
  const { compare } = useActions()
  if (selected.length === 0) return null
  return (
    <div className={styles.selection} role="toolbar" aria-label="Selected agents">
      <Button
        tone="primary"
        disabled={selected.length < 2}
        onClick={() => {
          compare.show(selected)
          onDone()
        }}
      >
        {selected.length < 2 ? 'Select one more to compare' : `Compare ${selected.length} agents`}
      </Button>
      <Button tone="quiet" onClick={onDone}>
        Clear
      </Button>
    </div>
  )
}
