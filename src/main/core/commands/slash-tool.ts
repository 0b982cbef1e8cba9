import type { NewEvent } from '../../../shared/agent-event.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import { DONE, ok, type Result } from '../../../shared/result.ts'
import { MODEL_COMMANDS } from '../../../shared/slash-commands.ts'
import type { PrepareResult, Tool, ToolCallSite, ToolOutcome } from '../ports/tool-ports.ts'
import type { CommandDecision, CommandResult, CommandSituation } from './command.ts'
import type { CommandRunner } from './command-runner.ts'
import { decideCommand } from './decide-command.ts'
import { foreignFork } from './foreign-fork.ts'
import { isInLine } from './send-command.ts'
import type { TreeLimits } from '../budgets/tree-limits.ts'
import type { TurnRights } from '../agents/turn-rights.ts'
import type { Logger } from '../ports/system-ports.ts'

type SlashToolCommand = (typeof MODEL_COMMANDS)[number]

type Accepted = Extract<CommandDecision, { type: 'accepted' }>

/**
 * Effects that commands of a batch have announced but not applied yet. Later commands of the batch may refer to them.
 */
interface PendingCommand {
  cleared: boolean
  readonly marks: Map<string, number>
}

interface SlashDependencies {
  readonly commands: CommandRunner
  readonly treeLimits: TreeLimits
  readonly rights: TurnRights
  readonly logger: Logger
}

interface Call {
  readonly command: SlashToolCommand
  readonly args: string
  readonly site: ToolCallSite
}

/**
 * The model's tool for operations on the agent tree and on its own context, with the schema of
 * docs/behaviour/commands.md#slash-tool. A clear, a fork, a mark and a self-kill are decided and answered immediately,
 * but take effect, in call order, after all results of their batch are recorded
 * (docs/behaviour/commands.md#deferred-effects): a mark between a call and its result would separate the two.
 */
export class SlashTool implements Tool {
  readonly definition = {
    name: 'slash',
    description: 'Execute a slash command',
    parameters: {
      type: 'object',
      properties: {
        command: { type: 'string', enum: MODEL_COMMANDS, description: 'The command to execute' },
        args: { type: 'string', description: 'Command arguments as a single string' },
      },
      required: ['command'],
    },
  }
  readonly #services: SlashDependencies
  readonly #announced = new Map<string, PendingCommand>()

  /** Commands start turns, and turns have tools: the services are read at the first call of the tool. */
  constructor(services: SlashDependencies) {
    this.#services = services
  }

  async prepare(input: JsonObject, site: ToolCallSite): Promise<PrepareResult> {
    const command = MODEL_COMMANDS.find((name) => name === input['command'])
    const args = input['args'] ?? ''
    if (command === undefined) return invalid(wrongCommand(input['command']))
    if (typeof args !== 'string') return invalid('args must be a string')
    const call: Call = { command, args: args.trim(), site }
    const asked = command === 'send' ? await this.#mail(call) : command === 'fork' ? await this.#fork(call) : null
    return {
      ok: true,
      call: {
        subject: `/${command} ${call.args}`.trim(),
        access: 'context',
        isInFolder: true,
        ...asked,
        // Commands of one agent run in call order: they share this pseudo path.
        paths: [`slash:${site.agentId}`],
        run: ({ signal }) => this.#run(call, signal),
      },
    }
  }

  /** The approval question for mail; null: the mail would be refused anyway. */
  async #mail({ command, args, site }: Call) {
    const situation = await this.#services.commands.situation(site.agentId, command, 'model')
    if (!situation.ok) return null
    const decision = decideCommand(command, args, situation.value)
    const mail = decision.type === 'accepted' ? decision.change.newMail?.[0] : undefined
    if (mail === undefined) return null
    const { tree } = situation.value
    const name = tree.get(mail.to)?.name ?? ''
    return {
      subject: `${mail.to}${name === '' ? '' : ` (${name})`} ${mail.content}`,
      access: 'mail',
      isInFolder: isInLine(tree, mail.from, mail.to),
      ruleName: 'mail',
    } as const
  }

  /** The approval question for a child with a model that no agent of its tree has; null: nothing is asked. */
  async #fork(call: Call) {
    const situation = await this.#situation(call)
    if (!situation.ok) return null
    const { agent, tree, catalog } = situation.value
    const decision = decideCommand(call.command, call.args, situation.value)
    const child = decision.type === 'accepted' ? decision.change.newAgents?.[0]?.choice : undefined
    if (child === undefined || child === null) return null
    const root = tree.lineage(agent.id).at(-1) ?? agent.id
    const subject = foreignFork(agent.choice, child, tree.withDescendants(root), catalog)
    return subject === null ? null : ({ subject, access: 'fork', isInFolder: false, ruleName: 'fork' } as const)
  }

  async #run(call: Call, signal: AbortSignal): Promise<ToolOutcome> {
    const situation = await this.#situation(call)
    if (!situation.ok) return failed(situation.error.message)
    const decision = decideCommand(call.command, call.args, situation.value)
    if (decision.type !== 'accepted') return failed(decision.type === 'refused' ? decision.message : '')
    if (call.command === 'fork') {
      const allowed = await this.#services.treeLimits.announce(call.site, (decision.starts ?? []).length > 0, signal)
      if (!allowed.ok) return failed(allowed.error.message)
    }
    if (isDeferred(call, decision)) return this.#defer(call, decision, situation.value)
    const done = await this.#carryOut(decision, call.site)
    return done.ok ? { content: decision.answer, isError: false } : failed(done.error.message)
  }

  /** Stores the limits of the turn's rights first, so that no child or mail exists without them. */
  async #carryOut(decision: Accepted, site: ToolCallSite): Promise<Result<CommandResult>> {
    const limited = await this.#limitRights(decision, site)
    return limited.ok ? this.#services.commands.carryOut(ofCall(decision, site), null, site.agentId) : limited
  }

  async #limitRights({ change }: Accepted, { agentId }: ToolCallSite): Promise<Result<null>> {
    const steps = [
      ...(change.newAgents ?? []).map((child) => () => this.#services.rights.fork(agentId, child.id)),
      ...(change.newMail ?? []).map(
        (mail) => () => this.#services.rights.send(mail, this.#services.commands.unreadMail(mail.to)),
      ),
      ...(change.readMail === undefined ? [] : [() => this.#services.rights.read(agentId, change.readMail ?? [])]),
    ]
    for (const step of steps) {
      const done = await step()
      if (!done.ok) return done
    }
    return DONE
  }

  /**
   * The situation after the deferred effects of earlier calls in the batch. The model's own running turn does not count
   * as busy.
   */
  async #situation({ command, site }: Call) {
    const situation = await this.#services.commands.situation(site.agentId, command, 'model')
    if (!situation.ok) return situation
    const { context } = situation.value
    const announced = this.#announced.get(site.turnId)
    const marks = new Map([...(announced?.cleared === true ? [] : context.marks), ...(announced?.marks ?? [])])
    const { items, system, lastId, placeId, lastEdit } = context
    return ok({ ...situation.value, isBusy: false, context: { items, system, lastId, placeId, lastEdit, marks } })
  }

  #defer(call: Call, decision: Accepted, { context }: CommandSituation): ToolOutcome {
    this.#announce(call, context.lastId)
    const children = (decision.change.newAgents ?? []).map(({ id }) => id)
    const done = async (): Promise<void> => {
      // Until then the child's turn is not among those that run.
      if (call.command === 'fork') await this.#services.treeLimits.carriedOut(call.site)
    }
    const afterBatch = {
      apply: async () => {
        await this.#applyDeferred(call, children)
        await done()
      },
      drop: async () => {
        this.#announced.delete(call.site.turnId)
        await done()
      },
    }
    return { content: `${decision.answer}${startNote(call, decision)}`, isError: false, afterBatch }
  }

  #announce({ command, args, site }: Call, lastId: number): void {
    const announced = this.#announced.get(site.turnId) ?? { cleared: false, marks: new Map<string, number>() }
    if (command === 'mark') announced.marks.set(args, lastId)
    if (command === 'clear' && args === '') {
      announced.cleared = true
      announced.marks.clear()
    }
    this.#announced.set(site.turnId, announced)
  }

  /** Decides the command again, in the current situation. The children keep the ids that were announced. */
  async #applyDeferred(call: Call, children: readonly string[]): Promise<void> {
    const { command, args, site } = call
    this.#announced.delete(site.turnId)
    const situation = await this.#services.commands.situation(site.agentId, command, 'model')
    if (!situation.ok) return this.#report(call, situation.error.message)
    const childIds = children.values()
    const { ids } = situation.value
    const sameIds = { ...ids, uuid: () => childIds.next().value ?? ids.uuid() }
    const decision = decideCommand(command, args, { ...situation.value, isBusy: false, ids: sameIds })
    if (decision.type !== 'accepted') return this.#report(call, decision.type === 'refused' ? decision.message : '')
    const change = command === 'clear' ? withNotice(decision, site) : decision
    const done = await this.#carryOut(change, site)
    if (!done.ok) this.#report(call, done.error.message)
  }

  #report({ command, site }: Call, message: string): void {
    this.#services.logger.error('A command of a model took no effect', {
      command,
      agent: site.agentId,
      error: message,
    })
  }
}

function isDeferred({ command, site }: Call, { change }: Accepted): boolean {
  return command === 'clear' || command === 'fork' || command === 'mark' || change.kill?.agentId === site.agentId
}

/** Adds a notice in the user's role, because the effect may remove the whole batch from the context. */
function withNotice(decision: Accepted, { agentId }: ToolCallSite): Accepted {
  const notice: NewEvent = { agentId, turnId: null, kind: 'user', content: decision.answer, data: null }
  return { ...decision, change: { ...decision.change, events: [...(decision.change.events ?? []), notice] } }
}

/** Assigns the agent's own events to its turn; mail that was read also records the call id. */
function ofCall(decision: Accepted, { agentId, turnId, callId }: ToolCallSite): Accepted {
  const events = decision.change.events?.map((event): NewEvent => {
    if (event.agentId !== agentId) return event
    return event.kind === 'mail'
      ? { ...event, turnId, data: { ...event.data, tool_call_id: callId } }
      : { ...event, turnId }
  })
  return events === undefined ? decision : { ...decision, change: { ...decision.change, events } }
}

/** A note for the parent that a child waits because it has nothing to answer. */
function startNote({ command }: Call, { starts = [] }: Accepted): string {
  if (command !== 'fork' || starts.length > 0) return ''
  return '\nIt does not start: nothing that it inherits asks it anything. Give it a prompt, as fork MARK "prompt", or send it mail.'
}

function wrongCommand(command: JsonValue | undefined): string {
  if (command === undefined || command === null || command === '') return 'No command was given'
  return typeof command === 'string' ? `Unknown command: ${JSON.stringify(command)}` : 'command must be a string'
}

function failed(message: string): ToolOutcome {
  return { content: message, isError: true }
}

function invalid(message: string): PrepareResult {
  return { ok: false, message: `${message}. Commands: ${MODEL_COMMANDS.join(', ')}` }
}
