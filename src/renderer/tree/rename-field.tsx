import { useRef, type KeyboardEvent } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import styles from './agent-tree.module.css'

/** Edits an agent's name in its row. Enter and leaving the field save it, Esc cancels. */
export function RenameField({ agent }: { agent: AgentSummary }) {
  const { dialogs } = useStores()
  const { agents } = useActions()
  const done = useRef(false)

  function finish(field: HTMLInputElement, keep: boolean): void {
    if (done.current) return
    done.current = true
    const row = field.closest<HTMLElement>('[role="treeitem"]')
    dialogs.setState({ renaming: null })
    if (keep && field.value.trim() !== agent.name) void agents.rename(agent.id, field.value)
    if (document.activeElement === field) row?.focus()
  }

  function onKeyDown(key: KeyboardEvent<HTMLInputElement>): void {
    key.stopPropagation()
    if (key.key === 'Enter') finish(key.currentTarget, true)
    if (key.key === 'Escape') finish(key.currentTarget, false)
  }

  return (
    <input
      ref={(field) => field?.select()}
      className={styles.rename}
      aria-label="Agent name"
      defaultValue={agent.name}
      placeholder="Name"
      maxLength={200}
      onClick={(click) => click.stopPropagation()}
      onKeyDown={onKeyDown}
      onBlur={(blur) => finish(blur.currentTarget, true)}
    />
  )
}
