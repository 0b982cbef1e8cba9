import type { AgentId } from '../../shared/ids.ts'
import { useActions } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import styles from './agent-tree.module.css'

interface PickedBarProps {
  /** In the order of the tree. */
  readonly picked: readonly AgentId[]
  onDone(): void
}

/** The actions on the agents that are selected in the tree. */
export function PickedBar({ picked, onDone }: PickedBarProps) {
  const { compare } = useActions()
  if (picked.length === 0) return null
  return (
    <div className={styles.picked} role="toolbar" aria-label="Selected agents">
      <Button
        tone="primary"
        disabled={picked.length < 2}
        onClick={() => {
          compare.show(picked)
          onDone()
        }}
      >
        {picked.length < 2 ? 'Select one more to compare' : `Compare ${picked.length} agents`}
      </Button>
      <Button tone="quiet" onClick={onDone}>
        Clear
      </Button>
    </div>
  )
}
