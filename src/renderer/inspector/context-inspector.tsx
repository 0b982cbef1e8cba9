import { Tabs } from '@base-ui/react/tabs'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useCommandKeys } from '../hooks/use-command-keys.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useActions } from '../hooks/app-context.ts'
import { useInspector, useLayout } from '../hooks/use-stores.ts'
import { IconButton } from '../parts/icon-button.tsx'
import styles from './context-inspector.module.css'
import { ContextLedgerView } from './context-ledger-view.tsx'
import { INSPECTOR_VIEWS, type InspectorView } from '../store/inspector-store.ts'
import { RequestView } from './request-view.tsx'

interface ViewRow {
  readonly label: string
  /** Name of the panel for screen readers. */
  readonly panelLabel: (agentName: string) => string
  readonly View: (props: { readonly agentId: AgentId }) => ReactNode
}

const VIEWS: Readonly<Record<InspectorView, ViewRow>> = {
  context: { label: 'In context', panelLabel: (name) => `Context of ${name}`, View: ContextLedgerView },
  request: { label: 'Next request', panelLabel: (name) => `Request for ${name}`, View: RequestView },
}

/** Shows the context of the focused pane's agent, and the request that a model would receive for it. */
export function ContextInspector() {
  const { inspector: inspectorActions } = useActions()
  const keys = useCommandKeys()
  const agentId = useLayout((state) => state.focused)
  const view = useInspector((state) => state.view)
  return (
    <aside className={styles.inspector} aria-label="Context inspector" data-landmark>
      <Tabs.Root
        className={styles.tabs}
        value={view}
        onValueChange={(value: unknown) => {
          const chosen = INSPECTOR_VIEWS.find((each) => each === value)
          if (chosen !== undefined) inspectorActions.show(chosen)
        }}
      >
        <header className={styles.bar}>
          <Tabs.List className={styles.tabList} aria-label="Show">
            {INSPECTOR_VIEWS.map((each) => (
              <Tabs.Tab key={each} value={each} className={styles.tab}>
                {VIEWS[each].label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <IconButton label="Close inspector" shortcut={keys('view.inspector')} onClick={inspectorActions.toggle}>
            <X />
          </IconButton>
        </header>
        {agentId === null ? (
          <p className={styles.nothing}>Open an agent to see what is in its context.</p>
        ) : (
          <AgentPanels agentId={agentId} />
        )}
      </Tabs.Root>
    </aside>
  )
}

function AgentPanels({ agentId }: { agentId: AgentId }) {
  const name = useAgentName(agentId)
  return (
    <>
      <h2 className={styles.agent}>{name}</h2>
      {INSPECTOR_VIEWS.map((each) => {
        const { panelLabel, View } = VIEWS[each]
        return (
          <Tabs.Panel key={each} value={each} className={styles.panel} aria-label={panelLabel(name)} tabIndex={-1}>
            <View agentId={agentId} />
          </Tabs.Panel>
        )
      })}
    </>
  )
}
