import type { AgentEvent, NewEvent } from '../../../shared/agent-event.ts'
import type { ModelChoice } from '../../../shared/agent-summary.ts'
import { type EventId, shortAgentId } from '../../../shared/ids.ts'
import { parseModelSpec } from '../../../shared/model-spec.ts'
import type { NewAgent } from '../ports.ts'
import { unknownMark } from './clear-command.ts'
import { type CommandDecision, type CommandSituation, refuse } from './command.ts'
import { parseForkArguments } from './fork-arguments.ts'

/** What a child is to be. `models`: one child each; none: one with the parent's own. */
export interface ForkWish {
  readonly models: readonly string[]
  readonly mark: string | null
  /** Instead of the last settled event. */
  readonly atEventId: EventId | null
  readonly prompt: string | null
}

/** `/fork [--model MODEL[/LEVEL]] [MARK] ["prompt"]`, parts in any order (decisions.md § 4). */
export function decideForkCommand(args: string, situation: CommandSituation): CommandDecision {
  const parsed = parseForkArguments(args)
  if (!parsed.ok) return refuse(parsed.message)
  const { model, mark, prompt } = parsed
  const decision = decideFork({ models: model === null ? [] : [model], mark, atEventId: null, prompt }, situation)
  const isBareWord = decision.type === 'refused' && mark !== null && !situation.context.marks.has(mark)
  return isBareWord ? refuse(`${decision.message}\nA prompt must be quoted: /fork "${mark}"`) : decision
}

/** The same for a click. A fork is one row a child, whatever the length: it refers to a range of the parent's log. */
export function decideFork(wish: ForkWish, situation: CommandSituation): CommandDecision {
  const { agent, context } = situation
  const choices = childChoices(wish.models, agent.choice)
  if (typeof choices === 'string') return refuse(choices)
  const fromId = wish.mark === null ? null : (context.marks.get(wish.mark) ?? undefined)
  if (fromId === undefined) return refuse(unknownMark(wish.mark ?? '', context.marks))
  const newAgents = choices.map((choice): NewAgent => ({
    id: situation.ids.uuid(),
    name: '',
    parentId: agent.id,
    forkEventId: wish.atEventId ?? situation.settledId,
    forkFromId: fromId,
    choice,
  }))
  const events = newAgents.flatMap((child): NewEvent[] => [
    {
      agentId: agent.id,
      turnId: null,
      kind: 'fork',
      content: null,
      data: { child: child.id, ...(wish.mark !== null && { mark: wish.mark }) },
    },
    ...(wish.prompt === null
      ? []
      : [{ agentId: child.id, turnId: null, kind: 'user' as const, content: wish.prompt, data: null }]),
  ])
  const from = wish.mark === null ? '' : ` (from ${wish.mark})`
  const answer = newAgents.map((child) => `Forked. Child: ${shortAgentId(child.id)}${from}`).join('\n')
  const starts = wish.prompt !== null || endsUnanswered(context.items, fromId) ? newAgents.map(({ id }) => id) : []
  return { type: 'accepted', answer, change: { newAgents, events }, starts }
}

function endsUnanswered(items: readonly AgentEvent[], fromId: EventId | null): boolean {
  const last = items.at(-1)
  return last?.kind === 'user' && last.id > (fromId ?? 0)
}

/** A model for each child, or the words for one that can't be used. */
function childChoices(
  models: readonly string[],
  inherited: ModelChoice | null,
): readonly (ModelChoice | null)[] | string {
  if (models.length === 0) return [inherited]
  const choices: ModelChoice[] = []
  for (const model of models) {
    const spec = parseModelSpec(model)
    if (!spec.ok) return spec.message
    choices.push(spec.choice)
  }
  return choices
}
