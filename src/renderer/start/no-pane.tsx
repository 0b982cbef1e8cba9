import { Plus } from 'lucide-react'

import { useCommandKeys } from '../hooks/use-command-keys.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useLayout, useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { paneCount, reopenable } from '../store/shown-panes.ts'
import styles from './first-start.module.css'

/** Shown while no pane is open, with ways to open one. */
export function NoPane() {
  const { agents } = useActions()
  const keys = useCommandKeys()
  const { layout } = useStores()
  const closed = useLayout(reopenable)
  const hasAgents = useTree((state) => state.agents.size > 0)
  return (
    <div className={styles.page}>
      <div className={styles.nothing}>
        <p className={styles.nothingTitle}>{hasAgents ? 'No pane is open.' : 'Nothing here yet.'}</p>
        <p>
          {hasAgents
            ? 'Choose an agent in the tree, or create one.'
            : 'An agent is a conversation with its own model. Fork it to continue the conversation with another model.'}
        </p>
        <Button tone="primary" onClick={() => void agents.createRoot()}>
          <Plus aria-hidden /> New agent
        </Button>
        {closed === 0 ? null : (
          <Button onClick={() => layout.dispatch({ type: 'reopen' })}>Reopen {paneCount(closed)}</Button>
        )}
        <p>{keys('view.palette')} shows all commands.</p>
      </div>
    </div>
  )
}
