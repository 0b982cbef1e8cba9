import type { NewEvent } from '../../../shared/agent-event.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Logger, PrepareResult, Tool, ToolCallSite, ToolOutcome } from '../ports.ts'
import type { CommandDecision, CommandSituation } from '../commands/command.ts'
import type { CommandRunner } from '../commands/command-runner.ts'
import { decideCommand } from '../commands/decide-command.ts'

/** What models may do of what people may (context-management.md § Command Access Split). */
const COMMANDS = ['mark', 'clear', 'fork', 'send', 'check-mail', 'kill'] as const
type SlashToolCommand = (typeof COMMANDS)[number]

type Accepted = Extract<CommandDecision, { type: 'accepted' }>

/** What commands of a batch have announced and not done yet: later ones of the same batch may refer to it. */
interface Announced {
  cleared: boolean
  readonly marks: Map<string, number>
}

interface Call {
  readonly command: SlashToolCommand
  readonly args: string
  readonly site: ToolCallSite
}

/**
 * The models' one tool for the tree and their own context, with exactly the schema of context-management.md § Schema.
 * A clear, a fork, a mark and a self-kill are decided and answered at once and take effect when every result of their
 * batch is recorded (decisions.md § 5), in call order: a mark between a call and its result would cut the two apart.
 */
export class SlashTool implements Tool {
  readonly definition = {
    name: 'slash',
    description: 'Execute a slash command',
    parameters: {
      type: 'object',
      properties: {
        command: { type: 'string', enum: COMMANDS, description: 'The command to execute' },
        args: { type: 'string', description: 'Command arguments as a single string' },
      },
      required: ['command'],
    },
  }
  readonly #runner: () => CommandRunner
  readonly #logger: Logger
  readonly #announced = new Map<string, Announced>()

  /** `runner`: asked at the first call, because commands start turns and turns have tools. */
  constructor(runner: () => CommandRunner, logger: Logger) {
    this.#runner = runner
    this.#logger = logger
  }

  prepare(input: JsonObject, site: ToolCallSite): Promise<PrepareResult> {
    const command = COMMANDS.find((name) => name === input['command'])
    const args = input['args'] ?? ''
    if (command === undefined) return invalid(`Unknown command: ${JSON.stringify(input['command'] ?? null)}`)
    if (typeof args !== 'string') return invalid('args must be a string.')
    const call: Call = { command, args: args.trim(), site }
    return Promise.resolve({
      ok: true,
      call: {
        subject: `/${command} ${call.args}`.trim(),
        access: 'context',
        // One agent's commands run in call order: they share a place that is no file.
        paths: [`slash:${site.agentId}`],
        isInFolder: true,
        run: () => this.#run(call),
      },
    })
  }

  async #run(call: Call): Promise<ToolOutcome> {
    const situation = await this.#situation(call)
    if (!situation.ok) return failed(situation.error.message)
    const decision = decideCommand(call.command, call.args, situation.value)
    if (decision.type !== 'accepted') return failed(decision.type === 'refused' ? decision.message : '')
    if (isDeferred(call, decision)) return this.#defer(call, decision, situation.value)
    const done = await this.#runner().carryOut(ofCall(decision, call.site), null, call.site.agentId)
    return done.ok ? { content: decision.answer, isError: false } : failed(done.error.message)
  }

  /** As the earlier calls of the batch will have left it. A turn that runs does not refuse its own model. */
  async #situation({ command, site }: Call) {
    const situation = await this.#runner().situation(site.agentId, command, 'model')
    if (!situation.ok) return situation
    const { context } = situation.value
    const announced = this.#announced.get(site.turnId)
    const marks = new Map([...(announced?.cleared === true ? [] : context.marks), ...(announced?.marks ?? [])])
    const { items, system, lastId, lastAct } = context
    return {
      ok: true as const,
      value: { ...situation.value, isBusy: false, context: { items, system, lastId, lastAct, marks } },
    }
  }

  #defer(call: Call, decision: Accepted, { context }: CommandSituation): ToolOutcome {
    this.#announce(call, context.lastId)
    const children = (decision.change.newAgents ?? []).map(({ id }) => id)
    const effect = (): Promise<void> => this.#takeEffect(call, children)
    return { content: decision.answer, isError: false, afterBatch: effect }
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

  /** Decides again, on what has become true since; the children keep the ids that were told. */
  async #takeEffect(call: Call, children: readonly string[]): Promise<void> {
    const { command, args, site } = call
    this.#announced.delete(site.turnId)
    const situation = await this.#runner().situation(site.agentId, command, 'model')
    if (!situation.ok) return this.#report(call, situation.error.message)
    const told = children.values()
    const { ids } = situation.value
    const sameIds = { ...ids, uuid: () => told.next().value ?? ids.uuid() }
    const decision = decideCommand(command, args, { ...situation.value, isBusy: false, ids: sameIds })
    if (decision.type !== 'accepted') return this.#report(call, decision.type === 'refused' ? decision.message : '')
    const change = command === 'clear' ? withNotice(decision, site) : decision
    const done = await this.#runner().carryOut(ofCall(change, site), null, site.agentId)
    if (!done.ok) this.#report(call, done.error.message)
  }

  #report({ command, site }: Call, message: string): void {
    this.#logger.error('A command of a model took no effect', { command, agent: site.agentId, error: message })
  }
}

function isDeferred({ command, site }: Call, { change }: Accepted): boolean {
  return command === 'clear' || command === 'fork' || command === 'mark' || change.kill?.agentId === site.agentId
}

/** The turn goes on with one notice in the user's role: of the batch itself nothing may be left. */
function withNotice(decision: Accepted, { agentId }: ToolCallSite): Accepted {
  const notice: NewEvent = { agentId, turnId: null, kind: 'user', content: decision.answer, data: null }
  return { ...decision, change: { ...decision.change, events: [...(decision.change.events ?? []), notice] } }
}

/** The agent's own events belong to its turn; mail that it read says by which call. */
function ofCall(decision: Accepted, { agentId, turnId, callId }: ToolCallSite): Accepted {
  const events = decision.change.events?.map((event): NewEvent => {
    if (event.agentId !== agentId) return event
    return event.kind === 'mail'
      ? { ...event, turnId, data: { ...event.data, tool_call_id: callId } }
      : { ...event, turnId }
  })
  return events === undefined ? decision : { ...decision, change: { ...decision.change, events } }
}

function failed(message: string): ToolOutcome {
  return { content: message, isError: true }
}

function invalid(message: string): Promise<PrepareResult> {
  return Promise.resolve({ ok: false, message: `${message}. Commands: ${COMMANDS.join(', ')}` })
}
