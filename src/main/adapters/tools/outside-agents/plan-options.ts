import { KNOWN_AGENTS, type OutsideAgent, outsideEntryOf } from '../../../../shared/outside-agent.ts'
import { acceptsValue, type OutsideValue, type OutsideValues } from '../../../../shared/outside-session.ts'
import type { OpenedSession } from './agent-messages.ts'
import { offeredOptions, optionRequest } from './session-offer.ts'
import { defined } from '../../../../shared/defined.ts'

interface Wishes {
  readonly agent: OutsideAgent | undefined
  readonly model: string
  /** What the user chose for this agent of the tree. */
  readonly chosen: OutsideValues
}

/**
 * Decides which options are set in a session that was just opened: those of the entry, the model behind the agent's name
 * (`AGENT/MODEL`), the mode in which a known agent asks the user, and what the user chose, which comes last. Options
 * that the agent does not have are left out, and chosen values that it no longer offers.
 */
export function planOptions(
  opened: OpenedSession,
  { agent, model, chosen }: Wishes,
): readonly (readonly [string, OutsideValue])[] {
  const own = model.split('/').slice(1).join('/')
  const wanted = {
    ...askingMode(outsideEntryOf(model), opened),
    ...agent?.options,
    ...defined({ model: own !== '' ? own : undefined }),
  }
  const offered = offeredOptions(opened)
  const kept = Object.entries(chosen).filter(([id, value]) =>
    offered.some((option) => option.id === id && acceptsValue(option, value)),
  )
  return Object.entries({ ...wanted, ...Object.fromEntries(kept) }).filter(
    (option) => optionRequest('', opened, option) !== null,
  )
}

/** A version that does not offer the mode keeps its own. */
function askingMode(name: string, opened: OpenedSession): { readonly mode?: string } {
  const mode = Object.hasOwn(KNOWN_AGENTS, name) ? KNOWN_AGENTS[name]?.askingMode : undefined
  const isOffered = opened.modes?.availableModes.some(({ id }) => id === mode) === true
  return mode !== undefined && isOffered ? { mode } : {}
}
