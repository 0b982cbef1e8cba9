import { ExternalLink, RotateCw, X } from 'lucide-react'

import type { AgentId } from '../../shared/ids.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { useOpenPorts } from '../hooks/use-stores.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { showPort } from '../store/open-port-store.ts'
import { texts } from '../text/texts.ts'
import styles from './port-preview.module.css'

const words = texts.pane.background

/** What a program of the agent serves at a port that the user opened; nothing once its command has ended. */
export function PortPreview({ agentId }: { agentId: AgentId }) {
  const { openPorts } = useStores()
  const { ports } = useActions()
  const shown = useOpenPorts(({ open }) => open.get(agentId))
  const commands = useAgent(agentId)?.background ?? []
  const command = commands.find(({ id, startedAt }) => id === shown?.id && startedAt === shown.startedAt)
  if (shown === undefined || command === undefined) return null
  const { port, address } = shown
  return (
    <section className={styles.panel} aria-label={words.page({ port: String(port) })}>
      <header className={styles.header}>
        <h3 className={styles.title}>{words.page({ port: String(port) })}</h3>
        <code className={styles.command}>{visibleText(command.command)}</code>
        <IconButton label={words.reload} size="small" onClick={() => void ports.show(agentId, command, port)}>
          <RotateCw />
        </IconButton>
        <IconButton
          label={words.openInBrowser}
          size="small"
          onClick={() => void ports.openInBrowser(agentId, command.id, port)}
        >
          <ExternalLink />
        </IconButton>
        <IconButton label={words.closePage} size="small" onClick={() => showPort(openPorts, agentId, null)}>
          <X />
        </IconButton>
      </header>
      {/* Its origin is its own and not that of the window, so that it cannot take the attribute away. */}
      <iframe
        key={address}
        className={styles.frame}
        title={words.page({ port: String(port) })}
        src={address}
        sandbox="allow-scripts allow-same-origin allow-forms"
        referrerPolicy="no-referrer"
      />
    </section>
  )
}
