import type { Engine } from '../../src/main/core/engine.ts'
import { valueOf } from './drive-agent.ts'

/** Kind and content of what is in an agent's context, without the system prompt. */
export async function contextOf(engine: Engine, agentId: string): Promise<readonly string[]> {
  const { segments } = valueOf(await engine.agents.context({ agentId }))
  return segments.map(({ event }) => `${event.kind}: ${event.content ?? ''}`)
}
