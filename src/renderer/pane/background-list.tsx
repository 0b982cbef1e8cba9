import { ChevronDown, ChevronUp, RotateCw, Square } from 'lucide-react'
import { useEffect, useState } from 'react'

import type { BackgroundCommand } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions } from '../hooks/app-context.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { Button } from '../parts/button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { clockTime } from '../text/calendar-day.ts'
import { texts } from '../text/texts.ts'
import styles from './background-list.module.css'

const words = texts.pane.background

/** How often an open output is renewed, ms. */
const REFRESH_MS = 1_000

/** The commands of an agent that run in the background. */
export function BackgroundList({ agentId }: { agentId: AgentId }) {
  const commands = useAgent(agentId)?.background ?? []
  if (commands.length === 0) return null
  return (
    <section className={styles.section} aria-label={words.label}>
      <p className={styles.caption}>{words.caption}</p>
      <ul className={styles.list}>
        {commands.map((command) => (
          <RunningCommand key={command.id} agentId={agentId} running={command} />
        ))}
      </ul>
    </section>
  )
}

interface RunningCommandProps {
  readonly agentId: AgentId
  readonly running: BackgroundCommand
}

function RunningCommand({ agentId, running }: RunningCommandProps) {
  const { id, command, startedAt, ports = [] } = running
  const actions = useActions()
  const [isOpen, setOpen] = useState(false)
  const shown = visibleText(command)
  return (
    <li>
      <div className={styles.item}>
        <code className={styles.command} title={shown}>
          {shown}
        </code>
        <span className={styles.caption}>{words.since({ time: clockTime(startedAt) })}</span>
        {ports.length > 0 ? <span className={styles.caption}>{words.ports({ ports: ports.join(', ') })}</span> : null}
        {ports.map((port) => (
          <Button key={port} tone="quiet" onClick={() => void actions.ports.show(agentId, running, port)}>
            {words.openPort({ port: String(port) })}
          </Button>
        ))}
        <IconButton
          label={isOpen ? words.hide : words.show}
          size="small"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronDown /> : <ChevronUp />}
        </IconButton>
        <IconButton
          label={words.restart}
          size="small"
          onClick={() => void actions.agents.restartBackground(agentId, id)}
        >
          <RotateCw />
        </IconButton>
        <IconButton label={words.stop} size="small" onClick={() => void actions.agents.endBackground(agentId, id)}>
          <Square />
        </IconButton>
      </div>
      {isOpen ? <Output agentId={agentId} id={id} /> : null}
    </li>
  )
}

/** The end of what a command has printed, renewed while it is shown. */
function Output({ agentId, id }: { agentId: AgentId; id: string }) {
  const { agents } = useActions()
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    const look = (): void => void agents.backgroundOutput(agentId, id).then(setText)
    look()
    const timer = setInterval(look, REFRESH_MS)
    return () => clearInterval(timer)
  }, [agents, agentId, id])
  return (
    <pre className={styles.output} aria-label={words.output}>
      <span>{text === null ? '' : text === '' ? words.nothing : visibleText(text)}</span>
    </pre>
  )
}
