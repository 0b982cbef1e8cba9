import type { AgentId } from '../../shared/ids.ts'

/** An agent's row in the tree, if it is drawn. */
export function rowElement(tree: HTMLElement | null, agentId: AgentId | null): HTMLElement | null {
  return agentId === null ? null : (tree?.querySelector<HTMLElement>(`[data-agent="${CSS.escape(agentId)}"]`) ?? null)
}
