import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { MAX_ATTEMPTS, raceName, type RacePlan } from '../../../shared/race.ts'
import { toolsThatChange } from '../../../shared/built-in-tools.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { AGENT_KILLED } from '../agents/agent-tree.ts'
import { decideFork } from '../commands/fork-command.ts'
import { forkPlace } from '../commands/fork-place.ts'
import type { RunServices } from './run-services.ts'

export interface RaceRequest {
  /**
   * The agent that the race begins from, on copies of whose folder the attempts work. A new agent becomes the race
   * itself, another one gets a child for it.
   */
  readonly agentId: AgentId
  readonly isNew: boolean
  /** The attempts inherit the context up to this event; missing: all of it. Not for a new agent. */
  readonly atEventId?: EventId | undefined
  /** As for `/model`; one or more. */
  readonly models: readonly string[]
  /** Attempts of each model. */
  readonly attempts: number
  readonly plan: RacePlan
  /** The attempts may write in their worktrees without asking. */
  readonly allowsEdits: boolean
}

const NO_GIT = 'A race needs a git repository with a commit, and git itself, because each attempt gets a worktree.'

/**
 * Records a race and its attempts, each with its worktree and the prompt. None of them begins. REFUSED without git, and
 * where the test command could not be confined, unless the plan says that it may run all the same.
 */
export async function createRace(request: RaceRequest, services: RunServices): Promise<Result<AgentId>> {
  const { agentId, plan } = request
  const problem = requestProblem(request)
  if (problem !== null) return refuse(problem)
  const agent = services.commands.agent(agentId)
  if (!agent.ok) return agent
  if (agent.value.status === 'killed') return refuse(AGENT_KILLED)
  const placed = await placeProblem(agentId, plan, services)
  if (!placed.ok) return placed
  if (placed.value !== null) return refuse(placed.value)
  const race = request.isNew ? agent : await forkRace(agent.value, request, services)
  if (!race.ok) return race
  const noted = await services.unconfinedRuns.note(race.value.id, plan.unconfined)
  if (!noted.ok) return noted
  return forkAttempts(race.value, request, services)
}

/** Forks the agent of the race, without a turn. */
async function forkRace(
  agent: AgentRecord,
  { atEventId, plan }: RaceRequest,
  services: RunServices,
): Promise<Result<AgentRecord>> {
  const { commands } = services
  const place = await forkPlace(atEventId === undefined ? {} : { atEventId }, agent, services)
  if (!place.ok) return place
  const { owner: parent, point } = place.value
  const decision = decideFork({ models: [], reason: 'race', parent }, agent, point, services)
  if (decision.type !== 'accepted') return refuse(decision.type === 'refused' ? decision.message : '')
  const newAgents = (decision.change.newAgents ?? []).map((child) => ({ ...child, name: raceName(plan.task) }))
  const done = await commands.carryOut(
    { ...decision, change: { ...decision.change, newAgents }, starts: [] },
    null,
    agent.id,
  )
  if (!done.ok) return done
  return commands.agent(newAgents[0]?.id ?? '')
}

async function forkAttempts(
  race: AgentRecord,
  { models, attempts, plan, allowsEdits }: RaceRequest,
  services: RunServices,
): Promise<Result<AgentId>> {
  const { commands, rules, worktrees } = services
  const agentId = race.id
  const place = await forkPlace({}, race, services)
  if (!place.ok) return place
  const each = models.flatMap((model) => Array.from({ length: attempts }, () => model))
  const wanted = { models: each, prompt: plan.task, worktree: true, reason: 'race' } as const
  const decision = decideFork(wanted, race, place.value.point, services)
  if (decision.type !== 'accepted') return refuse(decision.type === 'refused' ? decision.message : '')
  const workingIn = await worktrees.root()
  if (!workingIn.ok) return workingIn
  for (const tool of allowsEdits ? toolsThatChange('files') : []) {
    const scope = { type: 'subtree', agentId } as const
    // In the folder of the race they ask like any agent.
    const added = await rules.add({ tool, pattern: null, action: 'allow', scope, workingIn: workingIn.value })
    if (!added.ok) return added
  }
  const children = (decision.change.newAgents ?? []).map(({ id }) => id)
  const data = { step: 'begun', plan, attempts: children } as const
  const begun = { agentId, turnId: null, kind: 'race', content: plan.task, data } as const
  const change = { ...decision.change, events: [...(decision.change.events ?? []), begun] }
  const done = await commands.carryOut({ ...decision, change, starts: [] }, null, agentId)
  return mapOk(done, () => agentId)
}

function requestProblem({ models, attempts, plan }: Pick<RaceRequest, 'models' | 'attempts' | 'plan'>): string | null {
  if (plan.task.trim() === '') return 'There is no task. Give one, such as “Fix the failing test”.'
  if (plan.test.trim() === '') return 'There is no test command. A race needs one that decides.'
  const count = models.length * attempts
  if (count < 1) return 'There are no attempts. Name at least one model.'
  return count > MAX_ATTEMPTS ? `These are ${count} attempts. A race has at most ${MAX_ATTEMPTS}.` : null
}

/** Returns why no race can be in the agent's folder; null: it can. */
async function placeProblem(
  agentId: AgentId,
  { unconfined }: RacePlan,
  { folders, worktrees, testCommands }: RunServices,
): Promise<Result<string | null>> {
  const found = await folders.folderOf(agentId)
  if (!found.ok) return found
  if (!(await worktrees.arePossible(found.value.folder))) return ok(NO_GIT)
  if (unconfined) return ok(null)
  const problem = await testCommands.problem(agentId, found.value.folder)
  return mapOk(problem, (reason) =>
    reason === null ? null : `The test command would run code of the models without a sandbox. ${reason}`,
  )
}
