import { Plus } from 'lucide-react'
import { useRef } from 'react'

import { useCommandKeys } from '../hooks/use-command-keys.ts'
import { useActions } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { commandTitle } from '../text/table-texts.ts'
import { texts } from '../text/texts.ts'
import styles from './agent-tree.module.css'
import { GroupingMenu } from './grouping-menu.tsx'
import { Outline } from './outline.tsx'

const words = texts.tree

/** The tree of all agents. Showing an agent does not change it. */
export function AgentTree() {
  const { agents: actions } = useActions()
  const keys = useCommandKeys()
  const hasAgents = useTree((state) => state.agents.size > 0)
  const sidebar = useRef<HTMLElement>(null)
  return (
    <nav ref={sidebar} className={styles.sidebar} aria-label={words.title} data-landmark>
      <header className={styles.header}>
        <h2 className={styles.title}>{words.title}</h2>
        {hasAgents ? <GroupingMenu /> : null}
        <IconButton
          label={commandTitle('agent.new')}
          shortcut={keys('agent.new')}
          onClick={() => void actions.createRoot()}
        >
          <Plus />
        </IconButton>
      </header>
      {hasAgents ? <Outline sidebar={sidebar} /> : <p className={styles.empty}>{words.empty}</p>}
    </nav>
  )
}
