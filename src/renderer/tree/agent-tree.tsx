import { Menu } from '@base-ui/react/menu'
import { Plus, Rows3 } from 'lucide-react'
import { useRef } from 'react'

import { useCommandKeys } from '../hooks/use-command-keys.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useLayout, useTree } from '../hooks/use-stores.ts'
import iconStyles from '../parts/icon-button.module.css'
import { IconButton } from '../parts/icon-button.tsx'
import { MenuChoice } from '../parts/menu-choice.tsx'
import menuStyles from '../parts/menu.module.css'
import { GROUPINGS } from '../store/layout.ts'
import { commandTitle } from '../text/table-texts.ts'
import { texts } from '../text/texts.ts'
import styles from './agent-tree.module.css'
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

/** The button that chooses what the agents are grouped by. */
function GroupingMenu() {
  const { layout } = useStores()
  const grouping = useLayout((state) => state.grouping)
  return (
    <Menu.Root>
      <Menu.Trigger className={iconStyles.button} aria-label={words.groupBy} title={words.groupBy}>
        <Rows3 aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" collisionPadding={12}>
          <Menu.Popup className={menuStyles.popup} aria-label={words.groupBy}>
            <Menu.RadioGroup
              value={grouping}
              onValueChange={(value) => {
                const by = GROUPINGS.find((each) => each === value)
                if (by !== undefined) layout.dispatch({ type: 'group', by })
              }}
            >
              {GROUPINGS.map((each) => (
                <MenuChoice key={each} value={each}>
                  {words.groupings[each]}
                </MenuChoice>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
