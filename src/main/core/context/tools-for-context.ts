import type { AgentEvent } from '../../../shared/agent-event.ts'
import { SKILL_TOOL } from '../../../shared/skill.ts'
import { foldGrowing } from '../fold-growing.ts'
import type { Tool } from '../ports/tool-ports.ts'

/**
 * Returns the tools for a context: the one that loads skills is offered only to a model that has the list of skills. It
 * depends on recorded events alone, so that a repeated request begins with the same bytes.
 */
export function toolsForContext(items: readonly AgentEvent[], tools: readonly Tool[]): readonly Tool[] {
  return hasSkills(items) ? tools : tools.filter(({ definition }) => definition.name !== SKILL_TOOL)
}

/** Whether a list of skills is in force at the end of a context. */
export const hasSkills = foldGrowing<AgentEvent, boolean>(
  () => false,
  (has, event) => (event.kind === 'instructions' && event.data.origin === 'skills' ? event.content !== null : has),
)
