import type { CommandServices } from '../commands/command-services.ts'
import type { AgentEvent, NewEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord, ModelChoice } from '../../../shared/agent-summary.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { inheritedProfile } from '../../../shared/profile.ts'
import type { DifferenceRule, RerunOwn, RerunSettings } from '../../../shared/rerun.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { AGENT_KILLED } from '../agents/agent-tree.ts'
import { namesByModel } from '../agents/agent-names.ts'
import { forkPlace } from '../commands/fork-place.ts'
import { carrySettings } from '../commands/fork-settings.ts'
import { systemEvent } from '../commands/system-command.ts'
import { chooseModel } from '../models/choose-model.ts'
import type { NewAgent } from '../ports/log-ports.ts'
import { givenInstructions } from './given-instructions.ts'
import { choiceAt, eventsOf, type RerunScope, rerunScope, usableChoice } from './rerun-scope.ts'

export interface RerunRequest {
  readonly agentId: AgentId
  /** Only the turn that answers this prompt; missing: all turns of the agent. */
  readonly promptId?: EventId | undefined
  /** As for `/model`; missing: the models of the original. */
  readonly model?: string | undefined
  /** Missing: the system prompts of the original. */
  readonly system?: string | undefined
  /** In place of all instruction files; missing: those of the original. */
  readonly instructions?: string | undefined
  /** What happens at a call that differs. */
  readonly onDifference: DifferenceRule
}

/** Where the agent that runs again is forked. */
type Place = Pick<NewAgent, 'parentId' | 'forkEventId' | 'forkFromId'> & { readonly owner: AgentRecord }

const BUSY = 'Wait until the turn has ended, or stop it. Then run it again.'

/** Records the agent of a rerun, a fork before the first event that is run again. Nothing runs yet. */
export async function createRerun(request: RerunRequest, services: CommandServices): Promise<Result<AgentId>> {
  const { registry, store, config } = services
  const agent = registry.tree.get(request.agentId)
  if (agent === undefined) return refuse(`No agent: ${request.agentId}`)
  if (registry.isBusy(agent.id)) return refuse(BUSY)
  const events = await store.events({ agentId: agent.id })
  if (!events.ok) return events
  const scope = rerunScope(events.value, request.promptId)
  if (!scope.ok) return scope
  const wished = request.model === undefined ? null : chooseModel(request.model, config)
  if (wished?.ok === false) return refuse(wished.message)
  const choice = usableChoice(wished?.choice ?? choiceAt(events.value, scope.value.from, agent.choice))
  if (!choice.ok) return choice
  const placed = await placeOf(agent, scope.value, events.value[0]?.id ?? 0, services)
  if (!placed.ok) return placed
  const original = eventsOf(events.value, placed.value.scope)
  const instructions = await instructionsFor(request, agent, { place: placed.value.place, original }, services)
  if (!instructions.ok) return instructions
  const made = { choice: choice.value, system: request.system, settings: settingsOf(request) }
  return record(agent, { ...placed.value, ...made, instructions: instructions.value }, services)
}

/** Returns the events of given instructions, in the log of the original's agent. */
async function instructionsFor(
  { instructions: text }: RerunRequest,
  agent: AgentRecord,
  { place, original }: { readonly place: Place; readonly original: readonly AgentEvent[] },
  { contexts, folders, projectFiles }: CommandServices,
): Promise<Result<readonly NewEvent[]>> {
  if (text === undefined) return ok([])
  const folder = await folders.folderOf(agent.id)
  if (!folder.ok) return folder
  const { parentId, forkEventId, forkFromId } = place
  const context = parentId === null ? null : await contexts.at(parentId, forkEventId ?? 0)
  if (context?.ok === false) return context
  const inherited = (context?.value.items ?? []).filter(({ id }) => id > (forkFromId ?? 0))
  return ok(givenInstructions(agent.id, text, { inherited, original, folder: folder.value.folder }, projectFiles))
}

function settingsOf({ model, system, instructions, onDifference }: RerunRequest): RerunSettings {
  const own: readonly RerunOwn[] = [
    ...(model === undefined ? [] : ['model' as const]),
    ...(system === undefined ? [] : ['system' as const]),
    ...(instructions === undefined ? [] : ['instructions' as const]),
  ]
  return { onDifference, own }
}

interface Placed {
  readonly place: Place
  readonly scope: RerunScope
}

/**
 * Returns the place before the scope. If that is where the agent itself was forked, both are siblings, and what the agent
 * set up before its first message is repeated too.
 */
async function placeOf(
  agent: AgentRecord,
  scope: RerunScope,
  firstId: EventId,
  services: CommandServices,
): Promise<Result<Placed>> {
  const found = await forkPlace({ before: scope.from }, agent, services)
  if (!found.ok) return found
  const { owner, point } = found.value
  if (owner.id === agent.id) {
    return ok({ place: { owner, parentId: agent.id, forkEventId: point.atId, forkFromId: point.fromId }, scope })
  }
  const { parentId, forkEventId, forkFromId } = agent
  const parent = services.registry.tree.get(parentId ?? '') ?? owner
  const place = { owner: parent, parentId, forkEventId, forkFromId }
  return ok({ place, scope: { ...scope, from: firstId } })
}

interface Made {
  readonly choice: ModelChoice
  readonly system: string | undefined
  readonly instructions: readonly NewEvent[]
  readonly settings: RerunSettings
}

async function record(
  agent: AgentRecord,
  { place, scope, choice, system, instructions, settings }: Placed & Made,
  services: CommandServices,
): Promise<Result<AgentId>> {
  const { ids, catalog, hub, identities, rights } = services
  const { owner, ...fork } = place
  if (owner.status === 'killed') return refuse(AGENT_KILLED)
  const id = ids.uuid()
  const carried = await carrySettings(agent, { owner }, [id], services)
  if (!carried.ok) return carried
  const limited = await rights.forkAgain(agent.id, id)
  if (!limited.ok) return limited
  const noted = await identities.copy(agent.id, id)
  if (!noted.ok) return noted
  const name = namesByModel([choice], catalog)[0] ?? ''
  const child = { id, name, ...fork, choice, profile: inheritedProfile(agent.profile) }
  const begun = { step: 'begun', agent: agent.id, ...scope, settings } as const
  const events: readonly NewEvent[] = [
    { agentId: owner.id, turnId: null, kind: 'fork', content: null, data: { child: id, reason: 'retry' } },
    // What follows `begun` repeats the original.
    ...(system === undefined ? [] : [systemEvent(id, system)]),
    ...instructions.map((event) => ({ ...event, agentId: id })),
    { agentId: id, turnId: null, kind: 'rerun', content: null, data: begun },
  ]
  return mapOk(await hub.record({ newAgents: [child], events }), () => id)
}
