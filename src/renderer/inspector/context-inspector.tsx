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
import { texts } from '../text/texts.ts'
import { RequestView } from './request-view.tsx'

const words = texts.inspector

interface ViewRow {
  readonly words: {
    readonly tab: string
    /** Name of the panel for screen readers. */
    readonly panel: (agent: { readonly agent: string }) => string
  }
  readonly View: (props: { readonly agentId: AgentId }) => ReactNode
}

const VIEWS: Readonly<Record<InspectorView, ViewRow>> = {
  context: { words: words.context, View: ContextLedgerView },
  request: { words: words.request, View: RequestView },
}

/** Shows the context of the focused pane's agent, and the request that a model would receive for it. */
export function ContextInspector() {
  const { inspector: inspectorActions } = useActions()
  const keys = useCommandKeys()
  const agentId = useLayout((state) => state.focused)
  const view = useInspector((state) => state.view)
  return (
    <aside className={styles.inspector} aria-label={words.label} data-landmark data-help="inspector">
      <Tabs.Root
        className={styles.tabs}
        value={view}
        onValueChange={(value: unknown) => {
          const chosen = INSPECTOR_VIEWS.find((each) => each === value)
          if (chosen !== undefined) inspectorActions.show(chosen)
        }}
      >
        <header className={styles.bar}>
          <Tabs.List className={styles.tabList} aria-label={words.views}>
            {INSPECTOR_VIEWS.map((each) => (
              <Tabs.Tab key={each} value={each} className={styles.tab}>
                {VIEWS[each].words.tab}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <IconButton label={words.close} shortcut={keys('view.inspector')} onClick={inspectorActions.toggle}>
            <X />
          </IconButton>
        </header>
        {agentId === null ? <p className={styles.nothing}>{words.noAgent}</p> : <AgentPanels agentId={agentId} />}
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
        const { words: own, View } = VIEWS[each]
        return (
          <Tabs.Panel
            key={each}
            value={each}
            className={styles.panel}
            aria-label={own.panel({ agent: name })}
            tabIndex={-1}
          >
            <View agentId={agentId} />
          </Tabs.Panel>
        )
      })}
    </>
  )
}
