import { useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useAgentName } from '../frame/use-agent.ts'
import { useWindow, useWindowStore } from '../frame/window-context.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import styles from '../parts/question-dialog.module.css'
import { promptElement } from './prompt-id.ts'

/** An agent's system prompt, to be changed. It holds from the next request on. */
export function SystemDialog({ agentId }: { agentId: AgentId }) {
  const { dialogs, agents } = useWindow()
  const name = useAgentName(agentId)
  const current = useWindowStore(
    (window) => window.views.store,
    ({ views }) => views.get(agentId)?.events.findLast((event) => event.kind === 'system')?.content ?? '',
  )
  const [text, setText] = useState(current)
  const close = () => dialogs.setState({ dialog: { type: 'none' } })
  return (
    <Dialog title={`System prompt of “${name}”`} size="wide" onClose={close} returnFocus={() => promptElement(agentId)}>
      <form
        className={styles.form}
        onSubmit={(submit) => {
          submit.preventDefault()
          close()
          void agents.setSystemPrompt(agentId, text)
        }}
      >
        <label className={styles.field}>
          <span className={styles.label}>What this agent is told before everything else</span>
          <textarea
            className={styles.input}
            data-first-focus
            value={text}
            onChange={(change) => setText(change.target.value)}
          />
        </label>
        <footer className={styles.footer}>
          <Button tone="quiet" onClick={close}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" disabled={text.trim() === ''}>
            Keep
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
