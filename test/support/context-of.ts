import type { Engine } from '../../src/main/core/engine.ts'
import { valueOf } from './drive-agent.ts'

/** Returns kind and content of the events in an agent's context, without the system prompt. */
export async function contextOf(engine: Engine, agentId: string): Promise<readonly string[]> {
  const { segments } = valueOf(await engine.agents.context({ agentId }))
  return segments.map(({ event }) => `${event.kind}: ${event.content ?? ''}`)
}
