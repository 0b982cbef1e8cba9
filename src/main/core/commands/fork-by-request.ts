import type { AgentRecord, AgentSummary } from '../../../shared/agent-summary.ts'
import type { AttachmentBlock } from '../../../shared/attachment.ts'
import type { AskRequest, ForkRequest } from '../../../shared/engine-api.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { DONE, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { promptEvent } from '../content/input-events.ts'
import type { CommandDecision } from './command.ts'
import { chooseProfile } from './choose-profile.ts'
import type { CommandRunner } from './command-runner.ts'
import { decideFork } from './fork-command.ts'
import { type ForkPlace, forkPlace } from './fork-place.ts'
import { carrySettings, settingEvents } from './fork-settings.ts'
import type { CommandServices } from './command-services.ts'

type ResolvedRequest = Omit<ForkRequest, 'attachments'> & { readonly attachments: readonly AttachmentBlock[] }

/** Forks according to a request, with the same decision as `/fork`. */
export async function forkByRequest(
  request: ResolvedRequest,
  services: CommandServices,
  commands: CommandRunner,
): Promise<Result<readonly AgentSummary[]>> {
  const { contexts, config, homes } = services
  const agent = commands.agent(request.agentId)
  if (!agent.ok) return agent
  const place = await forkPlace(request, agent.value, services)
  if (!place.ok) return place
  const chosen = chooseProfile(request.profile, config.profiles)
  if (!chosen.ok) return chosen
  const settings = isVersion(request) ? await settingEvents(agent.value, place.value, contexts) : ok(() => [])
  if (!settings.ok) return settings
  const { owner: parent, point } = place.value
  const elsewhere = homes.refusal(agent.value)
  const isPlain = parent.id === request.agentId && !isVersion(request) && request.worktree !== true
  if (elsewhere !== null && !isPlain) return elsewhere
  const { reason = 'fork' } = request
  const wanted = {
    ...request,
    reason,
    isVersion: isVersion(request),
    parent,
    settings: settings.value,
    chosen: chosen.value,
  }
  const decision = decideFork(wanted, agent.value, point, services)
  if (decision.type !== 'accepted') return refuse(decision.type === 'refused' ? decision.message : '')
  const children = (decision.change.newAgents ?? []).map(({ id }) => id)
  const prepared = await prepare(children, { request, agent: agent.value, place: place.value }, services)
  if (!prepared.ok) return prepared
  const done = await commands.carryOut(elsewhere === null ? keptHere(decision) : decision, null, request.agentId)
  return mapOk(done, (result) => result.children)
}

/** A version of an agent stays at its home, whose user makes it, even where the version begins at a place of another home. */
function keptHere(decision: Accepted): Accepted {
  const { change } = decision
  const newAgents = (change.newAgents ?? []).map((agent) => ({ ...agent, isHere: true }) as const)
  return { ...decision, change: { ...change, newAgents } }
}

type Accepted = Extract<CommandDecision, { type: 'accepted' }>

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
  services: CommandServices,
): Promise<Result<null>> {
  if (typeof request.before === 'number') {
    const { contexts, identities } = services
    const context = await contexts.contextOf(agent.id)
    if (!context.ok) return context
    const shown = { context: context.value.items, beforeId: request.before }
    const noted = await identities.carry(agent.id, shown, children)
    if (!noted.ok) return noted
  }
  if (place.owner.id === agent.id && !isVersion(request)) return DONE
  return carrySettings(agent, place, children, services)
}

type ResolvedAsk = Omit<AskRequest, 'attachments'> & { readonly attachments: readonly AttachmentBlock[] }

const NO_PROMPT = 'There is no prompt to send. Write one, then ask.'

/** The place of the decision that only checks the request: nothing comes before it. */
const START = { atId: 0, fromId: null, unanswered: null }

/**
 * Starts a turn of the agent with a prompt, then forks the agent at that prompt, one child per model. All models are
 * checked before anything is recorded.
 */
export async function askSeveral(
  { agentId, text, models, attachments }: ResolvedAsk,
  services: CommandServices,
  commands: CommandRunner,
): Promise<Result<readonly AgentSummary[]>> {
  const { contexts, loop } = services
  const agent = commands.agent(agentId)
  if (!agent.ok) return agent
  if (text.trim() === '' && attachments.length === 0) return refuse(NO_PROMPT)
  const wanted = { models, prompt: text, reason: 'ask' } as const
  const checked = decideFork(wanted, agent.value, START, services)
  if (checked.type === 'refused') return refuse(checked.message)
  const started = await loop.start(agent.value, { opening: [promptEvent(agentId, text, attachments)] })
  if (!started.ok) return started
  const context = await contexts.contextOf(agentId)
  if (!context.ok) return context
  const prompt = context.value.items.find(({ kind, turnId }) => kind === 'user' && turnId === started.turnId)
  if (prompt === undefined) throw new Error('The prompt of a turn that has started is missing from its context')
  const request = { agentId, models, atEventId: prompt.id, reason: 'ask', attachments: [] } as const
  return forkByRequest(request, services, commands)
}
