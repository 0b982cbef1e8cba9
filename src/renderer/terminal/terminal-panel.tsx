import { X } from 'lucide-react'
import { Suspense, useLayoutEffect, useRef } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useActions } from '../hooks/app-context.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import { useCommandKeys } from '../hooks/use-command-keys.ts'
import { useFolders } from '../hooks/use-stores.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { loadedView } from '../parts/rich/loaded-view.ts'
import styles from './terminal-panel.module.css'
import { texts } from '../text/texts.ts'

const words = texts.terminal

const TerminalScreen = loadedView(async () => (await import('./terminal-screen.tsx')).TerminalScreen, NotLoaded)

/** The user's shell in the agent's folder, below the conversation. */
export function TerminalPanel({ agentId }: { agentId: AgentId }) {
  const { terminals } = useActions()
  const keys = useCommandKeys()('agent.terminal')
  const section = useRef<HTMLElement>(null)
  // Its focus would be lost with it.
  useLayoutEffect(() => {
    const element = section.current
    return () => {
      if (element?.contains(document.activeElement) === true) promptElement(agentId)?.focus()
    }
  }, [agentId])
  const folder = useFolders(({ folders }) => folders.get(agentId)?.folder ?? null)
  return (
    <section ref={section} className={styles.panel} aria-label={words.title} data-help="terminal">
      <header className={styles.header}>
        <h3 className={styles.title}>{words.title}</h3>
        <span className={styles.folder} title={folder ?? undefined}>
          {folder}
        </span>
        {keys === undefined ? null : (
          <span className={styles.hint}>
            <kbd>{keys}</kbd> {words.toPrompt}
          </span>
        )}
        <IconButton label={words.close} size="small" onClick={() => void terminals.close(agentId)}>
          <X />
        </IconButton>
      </header>
      <Suspense>
        <TerminalScreen agentId={agentId} />
      </Suspense>
    </section>
  )
}

function NotLoaded() {
  return <p className={styles.message}>{words.notLoaded}</p>
}
