import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AgentSummary, ModelChoice } from '../../../shared/agent-summary.ts'
import type { CreateRequest } from '../../../shared/engine-api.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import { type FirstInput, refusalOfFirstInput } from '../commands/first-input.ts'
import { chooseProfile, type ChosenProfile } from '../commands/choose-profile.ts'
import { modelData } from '../commands/model-command.ts'
import { DEFAULT_SYSTEM_PROMPT } from '../conversation/prompts.ts'
import type { EngineWiring } from '../wiring/engine-wiring.ts'
import { chooseModel } from '../models/choose-model.ts'
import { modelOfNewAgents } from '../models/default-model.ts'

/** What only a caller in the same process can say about a new root agent. */
export interface LocalCreateRequest extends CreateRequest {
  /** Where the agent and its descendants work, absolute, symlinks resolved; missing: the workspace. */
  readonly folder?: string | undefined
  /** What will be submitted to the agent first. Where that would be REFUSED, no agent is made. */
  readonly first?: FirstInput | undefined
}

/** Makes a root agent, with the default model where the request names none. */
export async function createRootAgent(
  services: EngineWiring,
  { model, name = '', folder, first, profile: profileName }: LocalCreateRequest,
): Promise<Result<AgentSummary>> {
  const { defaultModel, credentials, config, endpointLists } = services
  const profile = chooseProfile(profileName, config.profiles)
  if (!profile.ok) return profile
  const spec = model ?? profile.value?.model ?? null
  const start =
    spec === null ? await modelOfNewAgents(defaultModel, credentials, endpointLists) : { spec, replaces: null }
  const choice = start === null ? null : chooseModel(start.spec, config)
  if (choice?.ok === false) return refuse(choice.message)
  const root = {
    name,
    first,
    choice: choice?.choice ?? null,
    replaces: start?.replaces ?? null,
    profile: profile.value,
  }
  const created = await recordRoot(services, root)
  const budget = profile.value?.budget ?? null
  if (created.ok && budget !== null) {
    const limited = await services.budgets.set(created.value.id, budget)
    if (!limited.ok) return limited
  }
  if (!created.ok || folder === undefined) return created
  const stored = await services.folders.set(created.value.id, folder)
  return stored.ok ? created : stored
}

interface NewRoot {
  readonly name: string
  readonly choice: ModelChoice | null
  /** The configured default that has ended and that `choice` replaces; null: none. */
  readonly replaces: string | null
  readonly first: FirstInput | undefined
  readonly profile: ChosenProfile | null
}

async function recordRoot(
  services: EngineWiring,
  { name, choice, replaces, first, profile }: NewRoot,
): Promise<Result<AgentSummary>> {
  const { registry, hub, ids } = services
  const id = ids.uuid()
  const agent = { id, name, parentId: null, forkEventId: null, forkFromId: null, choice, profile: profile?.kept }
  const refusal = first === undefined ? null : refusalOfFirstInput(first, agent, services)
  if (refusal !== null) return refuse(refusal)
  const event = { agentId: id, turnId: null }
  const events: NewEvent[] = [
    { ...event, kind: 'system', content: profile?.systemPrompt ?? DEFAULT_SYSTEM_PROMPT, data: null },
  ]
  if (choice !== null && replaces !== null) {
    events.push({ ...event, kind: 'model', content: null, data: { ...modelData(choice), replaces } })
  }
  const recorded = await hub.record({ newAgents: [agent], events })
  if (!recorded.ok) return recorded
  const record = registry.tree.get(id)
  if (record === undefined) throw new Error('A committed agent is missing from the tree')
  return ok(registry.summary(record))
}
