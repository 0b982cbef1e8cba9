import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { AttachmentBlock } from '../../../shared/attachment.ts'
import type { EvaluationData } from '../../../shared/evaluation.ts'
import type { ForkReason } from '../../../shared/fork-reason.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { toolsThatChange } from '../../../shared/built-in-tools.ts'
import { DONE, mapOk, refuse, type Result } from '../../../shared/result.ts'
import { decideFork } from '../commands/fork-command.ts'
import { forkPlace } from '../commands/fork-place.ts'
import { systemEvent } from '../commands/system-command.ts'
import type { EvaluationTask, WantedCase } from './evaluation-plan.ts'
import type { RunServices } from '../races/run-services.ts'

interface NewChild {
  readonly parentId: AgentId
  readonly name: string
  readonly reason: ForkReason
  readonly system?: string | null
  /** Missing: that of the parent. */
  readonly model?: string
  readonly prompt?: string
  readonly attachments?: readonly AttachmentBlock[]
  /** Recorded in the same commit, in the log of the evaluation. */
  readonly step: (child: AgentId) => EvaluationData
}

/** Makes the agents of one evaluation. None of them begins. */
export class EvaluationAgents {
  readonly #evaluation: AgentId
  readonly #services: RunServices

  constructor(evaluation: AgentId, services: RunServices) {
    this.#evaluation = evaluation
    this.#services = services
  }

  /** The agent that the cases of a task are below. They may write in their worktrees without asking, if they have some. */
  async taskGroup({ name, system, folder }: EvaluationTask): Promise<Result<AgentId>> {
    const step = (agent: AgentId): EvaluationData => ({ step: 'group', task: name, agent })
    const made = await this.#fork({ parentId: this.#evaluation, name, reason: 'evaluation', system, step })
    if (!made.ok || folder === null) return made
    const workingIn = await this.#services.worktrees.root()
    if (!workingIn.ok) return workingIn
    for (const tool of toolsThatChange('files')) {
      const scope = { type: 'subtree', agentId: made.value } as const
      const rule = { tool, pattern: null, action: 'allow', scope, workingIn: workingIn.value } as const
      const added = await this.#services.rules.add(rule)
      if (!added.ok) return added
    }
    return made
  }

  judgeGroup(system: string): Promise<Result<AgentId>> {
    const step = (agent: AgentId): EvaluationData => ({ step: 'group', task: null, agent })
    return this.#fork({ parentId: this.#evaluation, name: 'Judges', reason: 'evaluation', system, step })
  }

  evaluationCase(parentId: AgentId, { of, task, model, repeat }: WantedCase): Promise<Result<AgentId>> {
    const step = (agent: AgentId): EvaluationData => ({ step: 'case', agent, task, model, repeat })
    const { prompt, attachments } = of
    const name = repeat === 1 ? model : `${model} · ${repeat}`
    return this.#fork({ parentId, name, reason: 'evaluation', model, prompt, attachments, step })
  }

  judge(
    parentId: AgentId,
    {
      of,
      index,
      ...judge
    }: Pick<NewChild, 'name'> & {
      readonly of: AgentId
      readonly index: number
      readonly model: string
      readonly prompt: string
    },
  ): Promise<Result<AgentId>> {
    const step = (agent: AgentId): EvaluationData => ({ step: 'judge', agent, of, index })
    return this.#fork({ parentId, reason: 'judge', ...judge, step })
  }

  /** Gives a case its copy of the commit, unless it has one. */
  async giveFolder(agentId: AgentId, { name, folder }: EvaluationTask, signal: AbortSignal): Promise<Result<null>> {
    const { agentWorktrees, worktrees } = this.#services
    if (folder === null) return DONE
    const known = await agentWorktrees.worktreeOf(agentId)
    if (!known.ok) return known
    if (known.value !== null) return DONE
    const made = await worktrees.create({ agentId, name, folder: folder.path, commit: folder.commit, signal })
    return made.ok ? agentWorktrees.assign(new Map([[agentId, made.value]])) : made
  }

  async #fork(child: NewChild): Promise<Result<AgentId>> {
    const { commands } = this.#services
    const parent = commands.agent(child.parentId)
    if (!parent.ok) return parent
    const place = await forkPlace({}, parent.value, this.#services)
    if (!place.ok) return place
    const wanted = wantedFork(child, parent.value)
    const decision = decideFork(wanted, parent.value, place.value.point, this.#services)
    if (decision.type !== 'accepted') return refuse(decision.type === 'refused' ? decision.message : '')
    const newAgents = (decision.change.newAgents ?? []).map((agent) => ({ ...agent, name: child.name }))
    const id = newAgents[0]?.id ?? ''
    const step: NewEvent = {
      agentId: this.#evaluation,
      turnId: null,
      kind: 'evaluation',
      content: null,
      data: child.step(id),
    }
    const change = { newAgents, events: [...(decision.change.events ?? []), step] }
    return mapOk(await commands.carryOut({ ...decision, change, starts: [] }, null, child.parentId), () => id)
  }
}

function wantedFork({ model, prompt, attachments = [], reason, system }: NewChild, parent: AgentRecord) {
  const settings = (id: AgentId): readonly NewEvent[] => (system == null ? [] : [systemEvent(id, system)])
  return { models: model === undefined ? [] : [model], prompt, attachments, reason, parent, settings }
}
