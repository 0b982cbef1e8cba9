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
  const newAgent = (
    <IconButton
      label={commandTitle('agent.new')}
      shortcut={keys('agent.new')}
      onClick={() => void actions.createRoot()}
    >
      <Plus />
    </IconButton>
  )
  return (
    <nav ref={sidebar} className={styles.sidebar} aria-label={words.title} data-landmark>
      <h2 className="visually-hidden">{words.title}</h2>
      {hasAgents ? (
        <Outline
          sidebar={sidebar}
          buttons={
            <>
              <GroupingMenu />
              {newAgent}
            </>
          }
        />
      ) : (
        <div className={styles.empty}>
          <p>{words.empty}</p>
          {newAgent}
        </div>
      )}
    </nav>
  )
}
