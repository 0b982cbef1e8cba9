import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { type AgentId, shortAgentId } from '../../../shared/ids.ts'
import type { PromptTemplate } from '../../../shared/prompt-template.ts'
import { mapOk, type Ok, ok, refuse, type Result } from '../../../shared/result.ts'
import { slashCommand, type SlashCommandName } from '../../../shared/slash-commands.ts'
import { LEASED_ELSEWHERE } from '../conversation/open-turn.ts'
import type { Change, Mail, SentPrompt } from '../ports/log-ports.ts'
import type { CommandDecision, CommandResult, CommandSituation } from './command.ts'
import { decideCommand } from './decide-command.ts'
import { stopAnswer } from './stop-command.ts'
import { whileLeased } from './while-leased.ts'
import { defined } from '../../../shared/defined.ts'
import type { CommandServices } from './command-services.ts'
import type { ChildStarter } from './child-starter.ts'

/** A command as the user typed it. */
export interface TypedCommand {
  readonly name: SlashCommandName
  readonly args: string
  readonly line: string
  /** The queued prompts that this line comes from; they are removed from the queue in the same commit. */
  readonly sentPrompts?: readonly SentPrompt[]
}

/** Identical mail between the same two agents within this time is sent once, ms. */
const SAME_MAIL_MS = 60_000

/** Attempts of `/check-mail`: another engine may read the mail between the query and the commit. */
const MAIL_TRIES = 5

/** Runs commands: collects the situation, decides, commits, then starts and stops turns as the decision requires. */
export class CommandRunner {
  readonly #services: CommandServices
  readonly #starter: ChildStarter

  constructor(services: CommandServices, starter: ChildStarter) {
    this.#services = services
    this.#starter = starter
  }

  /** Runs a typed command and records the line with its answer or its error text. */
  async run(agentId: AgentId, command: TypedCommand): Promise<Result<CommandResult>> {
    const result = await this.#run(agentId, command)
    if (!result.ok && result.error.category === 'REFUSED') {
      await this.recordRefusal(agentId, command.line, result.error.message)
    }
    return result
  }

  /**
   * Records a refused command, which changes no context. Nothing is added to the log of a killed agent. If the record
   * cannot be written, the user still gets the refusal.
   */
  async recordRefusal(agentId: AgentId, line: string, answer: string): Promise<void> {
    const { hub, registry } = this.#services
    const agent = registry.tree.get(agentId)
    if (agent === undefined || agent.status === 'killed') return
    const event: NewEvent = { agentId, turnId: null, kind: 'command', content: line, data: { answer, ok: false } }
    await hub.record({ events: [event] })
  }

  async #run(agentId: AgentId, command: TypedCommand): Promise<Result<CommandResult>> {
    if (slashCommand(command.name).runs === 'exclusive' && !this.#services.loop.isBusy(agentId))
      return this.#runAlone(agentId, command)
    for (let tries = 1; ; tries++) {
      const result = await this.#runOnce(agentId, command)
      const isRace = command.name === 'check-mail' && !result.ok && result.error.category === 'REFUSED'
      if (!isRace || tries >= MAIL_TRIES) return result
    }
  }

  /** Runs the command while holding the agent's lease, so that no engine starts a turn meanwhile. */
  #runAlone(agentId: AgentId, command: TypedCommand): Promise<Result<CommandResult>> {
    const { leases } = this.#services
    return whileLeased(leases, agentId, LEASED_ELSEWHERE, () => this.#runOnce(agentId, command))
  }

  async #runOnce(agentId: AgentId, command: TypedCommand): Promise<Result<CommandResult>> {
    const situation = await this.situation(agentId, command.name, 'person')
    if (!situation.ok) return situation
    const decision = decideCommand(command.name, command.args, situation.value)
    return this.#perform(decision, command, situation.value.agent)
  }

  async situation(
    agentId: AgentId,
    name: SlashCommandName,
    by: CommandSituation['by'],
  ): Promise<Result<CommandSituation>> {
    const { registry, contexts, loop, mail, catalog, learnedParts, config, ids } = this.#services
    const agent = this.agent(agentId)
    if (!agent.ok) return agent
    const context = await contexts.contextOf(agentId)
    if (!context.ok) return context
    const unread = name === 'check-mail' ? await mail.unread(agentId) : NO_MAIL
    if (!unread.ok) return unread
    const sentLately = name === 'send' ? await mail.sentBy(agentId, SAME_MAIL_MS) : NO_MAIL
    if (!sentLately.ok) return sentLately
    const templates = name === 'help' ? await this.#templates(agentId) : NO_TEMPLATES
    if (!templates.ok) return templates
    const { tree } = registry
    const isBusy = loop.isBusy(agentId)
    return ok({
      agent: agent.value,
      tree,
      context: context.value,
      isBusy,
      by,
      unread: unread.value,
      sentLately: sentLately.value,
      templates: templates.value,
      catalog,
      learnedParts,
      config,
      ids,
    })
  }

  async #templates(agentId: AgentId): Promise<Result<readonly PromptTemplate[]>> {
    const folder = await this.#services.folderOf(agentId)
    return folder.ok ? this.#services.templates.list(folder.value) : folder
  }

  /** Commits a decision and starts the agents that it names. `typed`: null for a click or a model's tool call. */
  async carryOut(
    decision: Extract<CommandDecision, { type: 'accepted' }>,
    typed: Pick<TypedCommand, 'line' | 'sentPrompts'> | null,
    agentId: AgentId,
  ): Promise<Result<CommandResult>> {
    const { loop, registry, mailStarter } = this.#services
    const { answer, change, starts = [], clientAction } = decision
    const recorded = await this.#record(decision, typed, agentId)
    if (!recorded.ok) return recorded
    for (const { id, choice } of change.agentChanges ?? []) if (choice !== undefined) loop.dropProvider(id)
    const children = (change.newAgents ?? []).flatMap(({ id }) => registry.tree.get(id) ?? [])
    const startedChildren: AgentId[] = []
    for (const { to } of change.newMail ?? []) if (await mailStarter.startOnMail(to)) startedChildren.push(to)
    const answers = [answer]
    for (const child of children) {
      if (!starts.includes(child.id)) continue
      const started = await this.#starter.start(child)
      if (!started.ok) answers.push(`${shortAgentId(child.id)} did not start: ${started.error.message}`)
      else if (started.value === 'here') startedChildren.push(child.id)
    }
    const summaries = children.map((child) => registry.summary(child))
    return ok({
      answer: answers.join('\n'),
      children: summaries,
      startedChildren,
      ...defined({ clientAction }),
    })
  }

  /** Commits a decision. Children have their limits and their own worktrees before they are recorded. */
  async #record(
    { answer, change, budget, ownWorktrees = false }: Extract<CommandDecision, { type: 'accepted' }>,
    typed: Pick<TypedCommand, 'line' | 'sentPrompts'> | null,
    agentId: AgentId,
  ): Promise<Result<unknown>> {
    const { hub, agentWorktrees, budgets } = this.#services
    const children = change.newAgents ?? []
    if (budget !== undefined) {
      for (const { id } of children) {
        const limited = await budgets.set(id, budget)
        if (!limited.ok) return limited
      }
    }
    const prepared = await agentWorktrees.prepare(agentId, ownWorktrees ? children : [])
    if (!prepared.ok) return prepared
    const whole = withCommandEvent(change, typed?.line ?? null, answer, agentId)
    const recorded = await hub.record({ ...whole, sentPrompts: typed?.sentPrompts ?? [] })
    if (recorded.ok) return agentWorktrees.assign(prepared.value)
    await agentWorktrees.discard(prepared.value, agentId)
    return recorded
  }

  agent(agentId: AgentId): Result<AgentRecord> {
    const agent = this.#services.registry.tree.get(agentId)
    return agent === undefined ? refuse(`No agent: ${agentId}`) : ok(agent)
  }

  /** Number of unread mails of an agent. */
  unreadMail(agentId: AgentId): number {
    return this.#services.registry.tree.get(agentId)?.unreadMail ?? 0
  }

  async #perform(decision: CommandDecision, typed: TypedCommand, agent: AgentRecord): Promise<Result<CommandResult>> {
    if (decision.type === 'refused') return refuse(decision.message)
    const { stopper, summaries } = this.#services
    if (decision.type === 'compress') {
      const written = await summaries.write(agent, decision.range, typed)
      return mapOk(written, (value) => ({ answer: value, children: [], startedChildren: [] }))
    }
    if (decision.type === 'stop') {
      const stopped = await stopper.stop(decision.agentId)
      if (!stopped.ok) return stopped
      const answer = stopAnswer(stopped.value)
      return this.carryOut({ type: 'accepted', answer, change: {} }, typed, agent.id)
    }
    const result = await this.carryOut(decision, typed, agent.id)
    const { kill } = decision.change
    if (!result.ok || kill === undefined) return result
    // A kill is complete when the turns that it stops have ended in all engines.
    const ended = await stopper.stop(kill.agentId)
    return ended.ok ? result : ended
  }
}

const NO_TEMPLATES: Ok<readonly PromptTemplate[]> = ok([])
const NO_MAIL: Ok<readonly Mail[]> = ok([])

/** Adds the command's event before the events that the command causes. */
function withCommandEvent(change: Change, line: string | null, answer: string, agentId: AgentId): Change {
  if (line === null) return change
  const event: NewEvent = { agentId, turnId: null, kind: 'command', content: line, data: { answer, ok: true } }
  return { ...change, events: [event, ...(change.events ?? [])] }
}
