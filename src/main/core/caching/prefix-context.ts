import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { ContextReplay } from '../../../shared/context-replay.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { ProviderName } from '../../../shared/providers.ts'
import { toolsForContext } from '../context/tools-for-context.ts'
import { sentAt } from '../context/reported-size.ts'
import type { Config } from '../ports/config-ports.ts'
import type { ToolBox } from '../ports/tool-ports.ts'
import { requestLifetime } from './cache-plan.ts'
import type { PrefixContext, PrefixQuestion } from './cached-prefix.ts'

/** Returns what an agent's requests to a provider consist of. */
export function prefixContext(
  agentId: AgentId,
  { items, system, prefixChangedAt, keptWarm }: ContextReplay,
  provider: ProviderName,
  { toolBox, config }: { readonly toolBox: ToolBox; readonly config: Config },
): PrefixContext {
  const tools = toolsForContext(items, toolBox.tools(agentId), config, provider).map(({ definition }) => definition)
  return { items, system, prefixChangedAt, keptWarm, tools: JSON.stringify(tools) }
}

/** Returns a function for the lifetime that a recorded request asked for. */
export function recordedLifetime(choice: ModelChoice, config: Config): PrefixQuestion['lifetimeOf'] {
  return (items, { event }) => requestLifetime(items, choice, config, sentAt(event))
}
