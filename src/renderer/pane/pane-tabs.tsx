import { Tabs } from '@base-ui/react/tabs'
import { useRef } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { useLayout, useTree } from '../hooks/use-stores.ts'
import { ActivityDot } from '../parts/activity-dot.tsx'
import { agentName } from '../store/agent-name.ts'
import { openAgents } from '../store/layout.ts'
import { shownTabs } from '../store/shown-panes.ts'
import { texts } from '../text/texts.ts'
import { AgentPane } from './agent-pane.tsx'
import { MorePanes } from './more-panes.tsx'
import styles from './pane-tabs.module.css'
import { useFit } from './use-fit.ts'

const TAB_REM = 8

/** The open panes of a narrow window as tabs; the focused one is shown. Tabs that do not fit are in a menu. */
export function PaneTabs() {
  const { layout } = useStores()
  const state = useLayout((all) => all)
  const strip = useRef<HTMLDivElement>(null)
  const shown = shownTabs(state, useFit(strip, TAB_REM))
  const current = state.focused ?? shown[0]
  if (current === undefined) return null
  return (
    <Tabs.Root
      className={styles.tabs}
      value={current}
      onValueChange={(agentId: AgentId) => layout.dispatch({ type: 'focus', agentId })}
    >
      <div ref={strip} className={styles.strip}>
        <Tabs.List className={styles.list} aria-label={texts.pane.tabs}>
          {shown.map((agentId) => (
            <PaneTab key={agentId} agentId={agentId} />
          ))}
        </Tabs.List>
        <MorePanes hidden={openAgents(state).filter((agentId) => !shown.includes(agentId))} place="tabs" />
      </div>
      <Tabs.Panel key={current} value={current} className={styles.panel} tabIndex={-1}>
        <AgentPane agentId={current} />
      </Tabs.Panel>
    </Tabs.Root>
  )
}

function PaneTab({ agentId }: { agentId: AgentId }) {
  const agent = useTree(({ agents }) => agents.get(agentId))
  if (agent === undefined) return null
  return (
    <Tabs.Tab value={agentId} className={styles.tab}>
      <ActivityDot activity={agent.activity} killed={agent.status === 'killed'} />
      <span className={styles.name} dir="auto">
        {agentName(agent)}
      </span>
    </Tabs.Tab>
  )
}
