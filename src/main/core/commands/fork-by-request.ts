import type { AttachmentBlock } from '../../../shared/attachment.ts'
import type { AgentSummary } from '../../../shared/agent-summary.ts'
import type { ForkRequest } from '../../../shared/engine-api.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import type { AgentContexts } from '../context/agent-contexts.ts'
import { type ForkPoint, replayedForkPoint } from '../context/fork-point.ts'
import type { Budgets } from '../budgets/budgets.ts'
import { chooseProfile } from './choose-profile.ts'
import { unknownMark } from './clear-command.ts'
import type { CommandDependencies, CommandRunner } from './command-runner.ts'
import { decideFork } from './fork-command.ts'

/** Sets the budget of a profile. */
export interface BudgetSetting {
  readonly budgets: Pick<Budgets, 'set'>
}

/** Forks according to a request, with the same decision as `/fork`. */
export async function forkByRequest(
  request: Omit<ForkRequest, 'attachments'> & { readonly attachments: readonly AttachmentBlock[] },
  { contexts, ids, config, budgets }: Pick<CommandDependencies, 'contexts' | 'ids' | 'config'> & BudgetSetting,
  commands: CommandRunner,
): Promise<Result<readonly AgentSummary[]>> {
  const { agentId, mark, atEventId } = request
  const agent = commands.agent(agentId)
  if (!agent.ok) return agent
  const point = await forkPoint(contexts, agentId, { mark, atEventId })
  if (!point.ok) return point
  const chosen = chooseProfile(request.profile, config.profiles)
  if (!chosen.ok) return chosen
  const decision = decideFork({ ...request, chosen: chosen.value }, agent.value, point.value, {
    ids,
    pools: config.pools,
  })
  if (decision.type !== 'accepted') {
    return refuse(decision.type === 'refused' ? decision.message : '')
  }
  const budget = chosen.value?.budget ?? null
  // Before the children exist, so that none of their requests escapes the limit.
  for (const { id } of budget === null ? [] : (decision.change.newAgents ?? [])) {
    const limited = await budgets.set(id, budget)
    if (!limited.ok) return limited
  }
  const done = await commands.carryOut(decision, null, agentId)
  return mapOk(done, ({ children }) => children)
}

async function forkPoint(
  contexts: AgentContexts,
  agentId: AgentId,
  { mark, atEventId }: { readonly mark: string | undefined; readonly atEventId: EventId | undefined },
): Promise<Result<ForkPoint>> {
  if (mark === undefined && atEventId === undefined) return contexts.forkPoint(agentId)
  const context = await (atEventId === undefined ? contexts.of(agentId) : contexts.at(agentId, atEventId))
  if (!context.ok) return context
  const fromId = mark === undefined ? null : context.value.marks.get(mark)
  if (fromId === undefined) return refuse(unknownMark(mark ?? '', context.value.marks))
  return ok(replayedForkPoint(context.value, fromId))
}
