import { KNOWN_AGENTS, type OutsideAgent, outsideEntryOf } from '../../../../shared/outside-agent.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { OpenedSession } from './agent-messages.ts'

/** A request that sets an option of a session. */
interface OptionRequest {
  readonly method: 'session/set_config_option' | 'session/set_mode'
  readonly params: JsonObject
}

/**
 * Decides which options are set in a session that was just opened: those of the entry, the model behind the agent's name
 * (`AGENT/MODEL`), and the mode in which a known agent asks the person. Options that the agent does not have are left out.
 */
export function planOptions(
  sessionId: string,
  opened: OpenedSession,
  { agent, model }: { readonly agent: OutsideAgent | undefined; readonly model: string },
): readonly OptionRequest[] {
  const own = model.split('/').slice(1).join('/')
  const wanted = {
    ...askingMode(outsideEntryOf(model), opened),
    ...agent?.options,
    ...(own !== '' && { model: own }),
  }
  return Object.entries(wanted).flatMap(([id, value]): readonly OptionRequest[] => {
    const option = opened.configOptions?.find((each) => each.id === id || each.category === id)
    if (option !== undefined) {
      const boolean = typeof value === 'boolean' ? { type: 'boolean' } : {}
      const params = { sessionId, configId: option.id, value, ...boolean }
      return [{ method: 'session/set_config_option', params }]
    }
    const isMode = id === 'mode' && typeof value === 'string' && opened.modes != null
    return isMode ? [{ method: 'session/set_mode', params: { sessionId, modeId: value } }] : []
  })
}

/** A version that does not offer the mode keeps its own. */
function askingMode(name: string, opened: OpenedSession): { readonly mode?: string } {
  const mode = Object.hasOwn(KNOWN_AGENTS, name) ? KNOWN_AGENTS[name]?.askingMode : undefined
  const isOffered = opened.modes?.availableModes.some(({ id }) => id === mode) === true
  return mode !== undefined && isOffered ? { mode } : {}
}
