import type { AgentRecord, AgentSummary } from '../../../shared/agent-summary.ts'
import type { AttachmentBlock } from '../../../shared/attachment.ts'
import type { ForkRequest } from '../../../shared/engine-api.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { DONE, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { chooseProfile } from './choose-profile.ts'
import type { CommandDependencies, CommandRunner } from './command-runner.ts'
import { decideFork } from './fork-command.ts'
import { type ForkPlace, forkPlace } from './fork-place.ts'
import { carrySettings, type ForkSettingsDependencies, settingEvents } from './fork-settings.ts'

type ResolvedRequest = Omit<ForkRequest, 'attachments'> & { readonly attachments: readonly AttachmentBlock[] }

type Dependencies = Pick<CommandDependencies, 'contexts' | 'ids' | 'config' | 'catalog' | 'registry'> &
  ForkSettingsDependencies

/** Forks according to a request, with the same decision as `/fork`. */
export async function forkByRequest(
  request: ResolvedRequest,
  dependencies: Dependencies,
  commands: CommandRunner,
): Promise<Result<readonly AgentSummary[]>> {
  const { contexts, ids, config, catalog, registry } = dependencies
  const agent = commands.agent(request.agentId)
  if (!agent.ok) return agent
  const place = await forkPlace(request, agent.value, { contexts, tree: registry.tree })
  if (!place.ok) return place
  const chosen = chooseProfile(request.profile, config.profiles)
  if (!chosen.ok) return chosen
  const settings = isVersion(request) ? await settingEvents(agent.value, place.value, contexts) : ok(() => [])
  if (!settings.ok) return settings
  const { owner: parent, point } = place.value
  const { reason = 'fork' } = request
  const wanted = { ...request, reason, parent, settings: settings.value, chosen: chosen.value }
  const decision = decideFork(wanted, agent.value, point, { ids, catalog, pools: config.pools })
  if (decision.type !== 'accepted') return refuse(decision.type === 'refused' ? decision.message : '')
  const children = (decision.change.newAgents ?? []).map(({ id }) => id)
  const prepared = await prepare(children, { request, agent: agent.value, place: place.value }, dependencies)
  if (!prepared.ok) return prepared
  const done = await commands.carryOut(decision, null, request.agentId)
  return mapOk(done, (result) => result.children)
}

/** Whether the children continue an earlier place as the agent itself would now, with its present settings. */
function isVersion({ before, reason }: ResolvedRequest): boolean {
  return before !== undefined || reason === 'edit' || reason === 'retry'
}

interface Prepared {
  readonly request: ResolvedRequest
  readonly agent: AgentRecord
  readonly place: ForkPlace
}

/** Stores what limits the children before they exist, so that none of their requests and calls escapes it. */
async function prepare(
  children: readonly AgentId[],
  { request, agent, place }: Prepared,
  { registry, ...dependencies }: Dependencies,
): Promise<Result<null>> {
  if (place.owner.id === agent.id && !isVersion(request)) return DONE
  return carrySettings(agent, place, children, { ...dependencies, tree: registry.tree })
}
