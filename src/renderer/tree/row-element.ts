import type { AgentId } from '../../shared/ids.ts'

/** An agent's row in the tree, if it is drawn. */
export function rowElement(tree: HTMLElement | null, agentId: AgentId | null): HTMLElement | null {
  return agentId === null ? null : (tree?.querySelector<HTMLElement>(`[data-agent="${CSS.escape(agentId)}"]`) ?? null)
}

/** The agent whose row has the focus. */
export function rowAgent(target: EventTarget): AgentId | null {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-agent]')?.dataset['agent'] ?? null) : null
}
