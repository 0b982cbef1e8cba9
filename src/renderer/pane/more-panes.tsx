import { Menu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'

import type { AppCommandId } from '../../shared/app-commands.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useCommands } from '../hooks/command-context.ts'
import { useStores } from '../hooks/app-context.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import { useTree } from '../hooks/use-stores.ts'
import { ActivityDot } from '../parts/activity-dot.tsx'
import menuStyles from '../parts/menu.module.css'
import { agentModel, agentName } from '../store/agent-name.ts'
import { commandTitle } from '../text/table-texts.ts'
import { texts } from '../text/texts.ts'
import styles from './more-panes.module.css'

const words = texts.pane

const CLOSE = ['pane.closeOthers', 'pane.closeIdle', 'pane.closeFinished', 'pane.closeAll'] as const

interface MorePanesProps {
  /** The open agents that are not shown. */
  readonly hidden: readonly AgentId[]
  /** Where the button is: at the right edge of the panes, or at the end of the tabs. */
  readonly place: 'edge' | 'tabs'
}

/** The open panes that do not fit, as a button with their number and a menu. Choosing one shows it. */
export function MorePanes({ hidden, place }: MorePanesProps) {
  const { layout } = useStores()
  const commands = useCommands()
  const run = (id: AppCommandId) => commands.find((command) => command.id === id)?.getAction()?.()
  if (hidden.length === 0) return null
  return (
    <Menu.Root>
      <Menu.Trigger className={styles.more} data-place={place}>
        {place === 'tabs' ? '+' : ''}
        {hidden.length}
        <span className={place === 'tabs' ? 'visually-hidden' : undefined}>{words.more}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side={place === 'tabs' ? 'bottom' : 'left'} align="start" sideOffset={4} collisionPadding={12}>
          <Menu.Popup
            className={`${menuStyles.popup} ${styles.list}`}
            aria-label={words.morePanes}
            finalFocus={() => promptElement(layout.getState().focused) ?? true}
          >
            {hidden.map((agentId) => (
              <Item key={agentId} onChoose={() => layout.dispatch({ type: 'focus', agentId })}>
                <HiddenPane agentId={agentId} />
              </Item>
            ))}
            <Menu.Separator className={menuStyles.separator} />
            {CLOSE.map((id) => (
              <Item key={id} onChoose={() => run(id)}>
                {commandTitle(id)}
              </Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function Item({ onChoose, children }: { onChoose: () => void; children: ReactNode }) {
  return (
    <Menu.Item className={menuStyles.item} onClick={onChoose}>
      {children}
    </Menu.Item>
  )
}

function HiddenPane({ agentId }: { agentId: AgentId }) {
  const agent = useTree(({ agents }) => agents.get(agentId))
  if (agent === undefined) return null
  return (
    <>
      <ActivityDot activity={agent.activity} killed={agent.status === 'killed'} />
      <span className={styles.name} dir="auto">
        {agentName(agent)}
      </span>
      <span className={menuStyles.note}>{agentModel(agent)}</span>
    </>
  )
}
