import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { poolName } from '../../../shared/model-pool.ts'
import { NO_MODEL_CONFIGURED } from '../../../shared/no-model.ts'
import { OUTSIDE } from '../../../shared/providers.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { TranscriptView } from '../../../shared/transcript-view.ts'
import { toolChoice } from '../context/tools-for-context.ts'
import { chooseModel } from '../models/choose-model.ts'
import { assembleRequest } from './assemble-request.ts'
import type { TurnServices } from './turn-services.ts'

/**
 * Returns the request that the agent's next turn would begin with, for `model` (missing: the agent's own model; of a
 * pool, its first member). Nothing is sent or recorded, and no key is needed.
 */
export async function viewTranscript(
  agent: AgentRecord,
  model: string | undefined,
  { contexts, identities, contentFiles, providers, toolBox, config, catalog, clock, approvals }: TurnServices,
): Promise<Result<TranscriptView>> {
  const spec = model === undefined ? null : chooseModel(model, config)
  if (spec?.ok === false) return refuse(spec.message)
  const chosen = spec?.choice ?? agent.choice
  if (chosen === null) return refuse(NO_MODEL_CONFIGURED)
  const choice = config.pools[poolName(chosen.model) ?? '']?.models[0] ?? chosen
  const made = await providers.create(choice.provider, { key: 'optional', agentId: agent.id, model: choice.model })
  if (!made.ok) return made
  const context = await contexts.contextOf(agent.id)
  if (!context.ok) return context
  await toolBox.ready(agent.id, new AbortController().signal)
  const provider = made.value
  const about = await identities.identitiesOf(agent.id, context.value.items, false)
  if (!about.ok) return about
  const files = await contentFiles.filesIn(context.value.items)
  if (!files.ok) return files
  const requestOptions = {
    files: files.value,
    identities: about.value,
    choice,
    provider,
    tools: toolBox.tools(agent.id),
    resumesPause: false,
    now: clock.now(),
  }
  const { request, report } = assembleRequest(context.value, requestOptions, { config, catalog })
  const findable =
    choice.provider === OUTSIDE
      ? []
      : toolChoice(context.value.items, requestOptions.tools, config, choice.provider).findable
  const names = findable.map(({ definition }) => definition.name)
  const denied = await approvals.forbidden(agent.id, names)
  if (!denied.ok) return denied
  const tools = {
    sent: request.tools.map(({ name }) => name),
    findable: names.filter((name) => !denied.value.has(name)),
  }
  return ok({ choice, endpoint: provider.endpoint, body: provider.render(request), report, tools })
}
