import { meantHint } from '../../../shared/nearest-name.ts'
import type { AgentProfile } from '../../../shared/agent-profile.ts'
import type { Budget } from '../../../shared/budget.ts'
import { formatModelSpec } from '../../../shared/model-spec.ts'
import { findProfile, keptProfile, profileNames, type Profiles } from '../../../shared/profile.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'

/** What a chosen profile gives a new agent. */
export interface ChosenProfile {
  readonly kept: AgentProfile
  readonly systemPrompt: string | null
  /** As typed after `/model`; null: as without the profile. */
  readonly model: string | null
  readonly budget: Budget | null
}

function noProfile(name: string, names: readonly string[]): Result<never> {
  return refuse(`No profile: ${name}.${meantHint(name, names)} There are: ${names.join(', ')}`)
}

/** Returns the profile that a user chose for a new agent; null: none was chosen. */
export function chooseProfile(name: string | undefined, configured: Profiles): Result<ChosenProfile | null> {
  if (name === undefined) return ok(null)
  const profile = findProfile(name, configured)
  if (profile === null) return noProfile(name, profileNames(configured))
  const { systemPrompt, model, budget } = profile
  const spec = model === null ? null : formatModelSpec(model)
  return ok({ kept: keptProfile(name, profile), systemPrompt, model: spec, budget })
}
