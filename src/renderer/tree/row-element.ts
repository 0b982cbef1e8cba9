import type { AgentId } from '../../shared/ids.ts'

/** Returns an agent's row in the tree, if it is rendered. */
export function rowElement(tree: HTMLElement | null, agentId: AgentId | null): HTMLElement | null {
  return agentId === null ? null : (tree?.querySelector<HTMLElement>(`[data-agent="${CSS.escape(agentId)}"]`) ?? null)
}

/** Returns the agent whose row has the focus. */
export function rowAgent(target: EventTarget): AgentId | null {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-agent]')?.dataset['agent'] ?? null) : null
}
