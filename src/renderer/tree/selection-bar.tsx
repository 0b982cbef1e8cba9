import type { AgentSummary } from '../../shared/agent-summary.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { texts } from '../text/texts.ts'
import styles from './agent-tree.module.css'

const words = texts.tree.selection

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
    { label: words.open({ agents: count }), act: () => layout.dispatch({ type: 'open', agents: ids, focus: true }) },
    {
      label: isArchived ? words.unarchive({ agents: count }) : words.archive({ agents: count }),
      act: () => void arrange.archive(ids, !isArchived),
    },
    {
      label: isPinned ? words.unpin({ agents: count }) : words.pin({ agents: count }),
      act: () => void arrange.pin(ids, !isPinned),
    },
    { label: words.stop({ agents: count }), act: () => ids.forEach((id) => void agents.stop(id)) },
    { label: words.kill({ agents: count }), act: () => dialogs.setState({ dialog: { type: 'kill', agentIds: ids } }) },
  ]
  return (
    <div className={styles.selection} role="toolbar" aria-label={words.label}>
      <Button
        tone="primary"
        disabled={count < 2}
        onClick={() => {
          compare.show(ids)
          onDone()
        }}
      >
        {count < 2 ? words.oneMore : words.compare({ agents: count })}
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
        {words.clear}
      </Button>
    </div>
  )
}
