import { ArrowUp, Square } from 'lucide-react'
import { useEffect, useId } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useAgent, useAgentName } from '../frame/use-agent.ts'
import { useWindow, useWindowStore } from '../frame/window-context.ts'
import { IconButton } from '../parts/icon-button.tsx'
import styles from './prompt-box.module.css'
import { promptId } from './prompt-id.ts'
import { PromptNotice } from './prompt-notice.tsx'
import { usePromptKeys } from './use-prompt-keys.ts'
import { useSubmit } from './use-submit.ts'

/** Where a person writes to an agent. What is written here draws nothing but this box. */
export function PromptBox({ agentId }: { agentId: AgentId }) {
  const { drafts } = useWindow()
  const name = useAgentName(agentId)
  const killed = useAgent(agentId)?.status === 'killed'
  const text = useWindowStore(
    (window) => window.drafts.store,
    ({ texts }) => texts.get(agentId) ?? '',
  )
  const { submit, pending } = useSubmit(agentId)
  const keys = usePromptKeys(agentId, submit)
  const hintId = useId()
  useEffect(() => void drafts.load(agentId), [drafts, agentId])

  return (
    <div className={styles.area}>
      <PromptNotice agentId={agentId} />
      <div className={styles.box} data-disabled={killed}>
        <textarea
          id={promptId(agentId)}
          className={styles.input}
          aria-label={`Prompt to ${name}`}
          aria-describedby={hintId}
          placeholder={
            killed ? 'This agent was killed. Fork it to go on from here.' : 'Write a prompt, or / for a command'
          }
          disabled={killed}
          rows={1}
          spellCheck
          value={text}
          onChange={(change) => drafts.type(agentId, change.target.value)}
          onBlur={() => drafts.flush()}
          onKeyDown={keys}
        />
        <div className={styles.footer}>
          <span id={hintId} className={styles.hint}>
            <kbd>Enter</kbd> sends · <kbd>Shift Enter</kbd> new line
          </span>
          <SendOrStop agentId={agentId} disabled={killed || pending || text.trim() === ''} onSend={submit} />
        </div>
      </div>
    </div>
  )
}

interface SendOrStopProps {
  readonly agentId: AgentId
  readonly disabled: boolean
  onSend(): void
}

function SendOrStop({ agentId, disabled, onSend }: SendOrStopProps) {
  const { agents } = useWindow()
  const running = useWindowStore(
    (window) => window.views.store,
    ({ views }) => (views.get(agentId)?.turn ?? null) !== null,
  )
  return (
    <span className={styles.send} data-running={running}>
      {running ? (
        <IconButton label="Stop the turn" shortcut="Esc" onClick={() => void agents.cancel(agentId)}>
          <Square />
        </IconButton>
      ) : (
        <IconButton label="Send" shortcut="Enter" disabled={disabled} onClick={onSend}>
          <ArrowUp />
        </IconButton>
      )}
    </span>
  )
}
