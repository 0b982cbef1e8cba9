import type { EventDataByKind, NewEvent } from '../../../shared/agent-event.ts'
import type { AttachmentBlock } from '../../../shared/attachment.ts'
import type { AgentRecord, ModelChoice } from '../../../shared/agent-summary.ts'
import type { ForkRequest } from '../../../shared/engine-api.ts'
import { type AgentId, shortAgentId } from '../../../shared/ids.ts'
import type { ForkReason } from '../../../shared/fork-reason.ts'
import { inheritedProfile } from '../../../shared/profile.ts'
import { AGENT_KILLED } from '../agents/agent-tree.ts'
import { forkNames } from '../agents/agent-names.ts'
import { promptEvent } from '../content/input-events.ts'
import { type ForkPoint, replayedForkPoint } from '../context/fork-point.ts'
import { chooseModel, type ModelSources } from '../models/choose-model.ts'
import type { ModelDirectory } from '../ports/provider-ports.ts'
import type { NewAgent } from '../ports/log-ports.ts'
import { chooseProfile, type ChosenProfile } from './choose-profile.ts'
import { unknownMark } from './clear-command.ts'
import { type CommandDecision, type CommandSituation, refusal } from './command.ts'
import { EMPTY_PROMPT, parseForkArguments } from './fork-arguments.ts'
import { systemEvent } from './system-command.ts'
import { defined } from '../../../shared/defined.ts'

/** `models`: one child each. If empty, one child with the parent's model. */
type Children = Pick<ForkRequest, 'models' | 'mark' | 'prompt' | 'worktree' | 'answers'> & {
  readonly reason: ForkReason
  /** The parent of the children. Missing: the agent itself. */
  readonly parent?: AgentRecord
  /** Whether the children continue an earlier place as `agent` would. Missing: no. */
  readonly isVersion?: boolean
  /** Events that set up a child before its prompt. Missing: none. */
  readonly settings?: ((childId: AgentId) => readonly NewEvent[]) | undefined
  /** Files of the prompt. */
  readonly attachments?: readonly AttachmentBlock[]
  /** Replaces the parent's profile. Missing or null: it is inherited. */
  readonly chosen?: ChosenProfile | null
}

/** A model could otherwise give a child rights that its own profile denies. */
const NOT_FOR_MODELS = 'Only the user chooses a profile: a child that a model forks has the profile of its parent.'

/** `/fork` with its arguments in any order (docs/behaviour/commands.md#fork). */
export function decideForkCommand(args: string, situation: CommandSituation): CommandDecision {
  const { agent, context, config, by } = situation
  const parsed = parseForkArguments(args, by)
  if (!parsed.ok) return refusal(parsed.message)
  const { model, profile, mark, prompt, worktree } = parsed
  const fromId = mark === undefined ? null : context.marks.get(mark)
  if (fromId === undefined) {
    return refusal(`${unknownMark(mark ?? '', context.marks)}\nA prompt must be quoted: /fork "${mark}"`)
  }
  if (profile !== undefined && by === 'model') return refusal(NOT_FOR_MODELS)
  const chosen = chooseProfile(profile, config.profiles)
  if (!chosen.ok) return refusal(chosen.error.message)
  const reason = by === 'model' ? 'tool' : 'fork'
  const models = model === undefined ? [] : [model]
  const request = { models, mark, prompt, worktree, chosen: chosen.value, reason } as const
  return decideFork(request, agent, replayedForkPoint(context, fromId), situation)
}

/**
 * Decides a fork. The children have the model and the profile of `agent` if none were chosen for them. A fork writes
 * one row per child, whatever the length of the context: the row refers to a range of the parent's log.
 */
export function decideFork(
  {
    models,
    mark,
    prompt,
    attachments = [],
    worktree = false,
    chosen = null,
    reason,
    answers,
    settings,
    isVersion = false,
    ...wanted
  }: Children,
  agent: AgentRecord,
  point: ForkPoint,
  { ids, catalog, config }: Pick<CommandSituation, 'ids' | 'catalog' | 'config'>,
): CommandDecision {
  const { parent = agent } = wanted
  if (parent.status === 'killed') return refusal(AGENT_KILLED)
  if (prompt?.trim() === '' && attachments.length === 0) return refusal(EMPTY_PROMPT)
  const opening = prompt ?? (attachments.length === 0 ? undefined : '')
  const wished = models.length > 0 || chosen?.model == null ? models : [chosen.model]
  const choices = childChoices(wished, agent.choice, config, catalog)
  if (typeof choices === 'string') return refusal(choices)
  const shared = prompt ?? point.unanswered
  const names = forkNames(choices, { reason, prompt: shared, catalog })
  const newAgents = choices.map((choice, index): NewAgent => ({
    id: ids.uuid(),
    name: names[index] ?? '',
    parentId: parent.id,
    forkEventId: point.atId,
    forkFromId: point.fromId,
    choice,
    profile: chosen?.kept ?? inheritedProfile(agent.profile),
  }))
  // Children that share a prompt are compared, so nothing may distinguish them.
  const delegates =
    reason === 'tool' || (reason === 'fork' && opening !== undefined && choices.length === 1 && !isVersion)
  const data = {
    ...defined({ mark }),
    reason,
    ...defined({ delegated: delegates ? (true as const) : undefined, answers }),
  }
  const events = newAgents.flatMap((child) => [
    forkEvent(parent.id, { child: child.id, ...data }),
    ...openingEvents(child.id, { prompt: opening, attachments, chosen, settings }),
  ])
  const from = mark === undefined ? '' : ` (from ${mark})`
  const answer = newAgents.map((child) => `Forked. Child: ${shortAgentId(child.id)}${from}`).join('\n')
  const starts = opening !== undefined || point.unanswered !== null ? newAgents.map(({ id }) => id) : []
  const budget = chosen?.budget ?? null
  const extras = defined({ ownWorktrees: worktree ? true : undefined, budget: budget ?? undefined })
  return { type: 'accepted', answer, change: { newAgents, events }, starts, ...extras }
}

/** The parent's log records the fork. */
function forkEvent(parent: AgentId, data: EventDataByKind['fork']): NewEvent {
  return { agentId: parent, turnId: null, kind: 'fork', content: null, data }
}

/** The child's log begins with its settings and its prompt, if there are any. */
function openingEvents(
  child: AgentId,
  { prompt, attachments = [], chosen, settings }: Pick<Children, 'prompt' | 'attachments' | 'chosen' | 'settings'>,
): readonly NewEvent[] {
  const system = chosen?.systemPrompt
  return [
    ...(settings?.(child) ?? []),
    ...(system == null ? [] : [systemEvent(child, system)]),
    ...(prompt === undefined ? [] : [promptEvent(child, prompt, attachments)]),
  ]
}

/** Returns a model for each child, or the error text for one that cannot be used. */
function childChoices(
  models: readonly string[],
  inherited: ModelChoice | null,
  sources: ModelSources,
  catalog: ModelDirectory,
): readonly (ModelChoice | null)[] | string {
  if (models.length === 0) return [inherited]
  const choices: ModelChoice[] = []
  for (const model of models) {
    const spec = chooseModel(model, sources, catalog)
    if (!spec.ok) return spec.message
    choices.push(spec.choice)
  }
  return choices
}
