import type { AgentId } from '../../shared/ids.ts'

/** Moves the focus to an agent's column in the newest row of the comparison that is shown, if there is one. */
export function focusColumn(agentId: AgentId): void {
  const column = document.querySelector<HTMLElement>(`[role="region"][data-column="${CSS.escape(agentId)}"]`)
  column?.focus({ preventScroll: true })
  column?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
