import type { AgentId } from '../../../../shared/ids.ts'
import { type OutsideAgent, outsideEntryOf } from '../../../../shared/outside-agent.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { OutsideCommand, OutsideSession, OutsideValue, OutsideValues } from '../../../../shared/outside-session.ts'
import type { Result } from '../../../../shared/result.ts'
import type { ModelRequest } from '../../../core/ports/provider-ports.ts'
import type { OutputLimits } from '../output-collector.ts'
import type { PathPlaces, ToolContext } from '../tool-context.ts'
import { parseEnd, parsePermission, parseUpdate } from './agent-messages.ts'
import { type AgentProgram, errorCode, errorText, startProgram } from './agent-program.ts'
import { askedAccess, CANCELLED } from './asked-access.ts'
import { type PlanFacts, planPrompt, type PromptPlan, type SessionStart } from './plan-prompt.ts'
import { contentBlocks } from './prompt-content.ts'
import { PromptRun } from './prompt-run.ts'
import type { OpenPermission } from './running-call.ts'
import { type Opened, openSession, type SessionServers, setOption } from './open-session.ts'
import { offeredCommands, offeredOptions, sessionAfter } from './session-offer.ts'
import type { SessionBook } from './session-book.ts'
import { defined } from '../../../../shared/defined.ts'

export interface AgentConnectionOptions extends PathPlaces, OutputLimits {
  readonly environment: ToolContext['environment']
  readonly agentId: AgentId
  /** The configured agents. */
  readonly agents: () => Readonly<Record<string, OutsideAgent>>
  readonly servers: () => SessionServers
  readonly sessions: SessionBook
  /** Returns what the user chose for this agent of the tree and that program. */
  readonly chosenOptions: (program: string) => Promise<Result<OutsideValues>>
  /** Called with what the program offers, when it changes. */
  readonly onOffer: (offer: OutsideSession) => void
  readonly clientVersion: string
  /** How long a program may be unused, ms. */
  readonly idleMs: number
}

/** The agent's program does not know who uses it. The message says how to sign in. */
export class SignInNeeded extends Error {}

interface Live {
  readonly name: string
  readonly folder: string
  readonly program: AgentProgram
  /** Null: none is open. */
  session: Opened | null
  /** The commands of each session. Some come before the session is known to be open. */
  readonly commands: Map<string, readonly OutsideCommand[]>
}

/** How long an agent may take to end its turn after it was asked to, ms; then its program is ended. */
const CANCEL_GRACE_MS = 5_000
const AUTH_REQUIRED = -32_000

/** The program of one agent of the tree, started when it is first needed, and its session. */
export class AgentConnection {
  readonly #options: AgentConnectionOptions
  #live: Live | null = null
  #run: PromptRun | null = null
  /** Resolves when the agent has ended the turn that it was asked to end. */
  #ending: Promise<void> = Promise.resolve()
  #finished: Promise<void> = Promise.resolve()
  readonly #permissions = new Set<OpenPermission>()
  #mark: { session: string; step: number; heard: string; began: SessionStart | null } | null = null
  #folder = ''
  #sessions: PlanFacts['sessions'] = new Map()
  #idle: NodeJS.Timeout | undefined

  constructor(options: AgentConnectionOptions) {
    this.#options = options
  }

  /** What a plan depends on, as far as it is known without asking. */
  facts(model: string): PlanFacts {
    return {
      agentId: this.#options.agentId,
      program: outsideEntryOf(model),
      folder: this.#folder,
      sessions: this.#sessions,
    }
  }

  /** Sends a prompt; null: the signal has aborted. Rejects with the reason if that is not possible. */
  async prompt(request: ModelRequest, signal: AbortSignal): Promise<PromptRun | null> {
    clearTimeout(this.#idle)
    this.cancel()
    await this.#ending
    const folder = await this.#options.folderOf(this.#options.agentId)
    if (!folder.ok) throw new Error(folder.error.message)
    this.#folder = folder.value
    this.#sessions = await this.#options.sessions.all()
    const live = await this.#open(outsideEntryOf(request.model), signal)
    if (signal.aborted) return null
    const plan = planPrompt(request, this.facts(request.model))
    const opened = await this.#session(live, plan, request)
    if (signal.aborted) return null
    const { session, told } = opened
    this.#mark = { session, step: opened.step, heard: plan.heard, began: opened.began }
    const run = new PromptRun({
      limits: this.#options,
      accessOf: (call) => askedAccess(call, this.#options.agentId, this.#options),
      cancel: () => this.cancel(),
      denials: new Map(),
    })
    this.#run = run
    const { readsImages } = live.program.abilities
    const prompt = contentBlocks({ parts: told.parts, history: told.history, files: request.files, readsImages })
    this.#finished = live.program.request('session/prompt', { sessionId: session, prompt }).then(
      (answer) => this.#settle(run, () => run.end(parseEnd(answer))),
      (error: unknown) => this.#settle(run, () => run.fail(signIn(error, live))),
    )
    return run
  }

  /** Returns what is noted with the next answer, and counts it. */
  async nextMark(): Promise<JsonObject> {
    const mark = this.#mark
    const live = this.#live
    if (mark === null || live === null) return {}
    mark.step += 1
    const { session, step, heard, began } = mark
    const record = { agentId: this.#options.agentId, program: live.name, folder: live.folder, step }
    await this.#options.sessions.put(session, record)
    mark.began = null
    return { session, step, heard, ...defined({ began: began ?? undefined }) }
  }

  /** Asks the agent to end its turn, if one runs. */
  cancel(): void {
    const { session: opened, program } = this.#live ?? {}
    if (this.#run === null || program === undefined || opened == null) return
    const { session } = opened
    this.#run = null
    for (const permission of this.#permissions) permission.answer(CANCELLED)
    this.#permissions.clear()
    void program.notify('session/cancel', { sessionId: session }).catch(() => undefined)
    this.#ending = this.#endWithin(program)
  }

  /** Sets an option of the open session. Does nothing if none is open. Rejects with the agent's error. */
  async setOption(id: string, value: OutsideValue): Promise<void> {
    const live = this.#live
    if (live?.session == null || !live.program.isRunning()) return
    const { session } = live
    this.#opened(live, { ...session, opened: await setOption(live.program, session, [id, value]) })
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const live = this.#live
    this.#live = null
    await live?.program.stop()
  }

  #settle(run: PromptRun, end: () => void): void {
    end()
    if (this.#run === run) this.#run = null
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => void this.close(), this.#options.idleMs)
    this.#idle.unref()
  }

  async #endWithin(program: AgentProgram): Promise<void> {
    const late = setTimeout(() => void program.stop(), CANCEL_GRACE_MS)
    await this.#finished
    clearTimeout(late)
  }

  /** The running program; another one is started if the agent or the folder has changed. */
  async #open(name: string, signal: AbortSignal): Promise<Live> {
    const folder = this.#folder
    const live = this.#live
    if (live?.name === name && live.folder === folder && live.program.isRunning()) return live
    await this.close()
    const agent = this.#options.agents()[name]
    if (agent === undefined) throw new Error(notConfigured(name))
    const abort = Promise.withResolvers<never>()
    const onAbort = (): void => abort.reject(new Error('Cancelled.'))
    signal.addEventListener('abort', onAbort, { once: true })
    const starting = startProgram({
      ...this.#options,
      agent,
      folder,
      onUpdate: (params) => this.#update(params),
      onRequest: (method, params) => this.#answer(method, params),
    })
    try {
      const program = await Promise.race([starting, abort.promise])
      this.#live = { name, folder, program, session: null, commands: new Map() }
      return this.#live
    } catch (error) {
      void starting.then((program) => program.stop()).catch(() => undefined)
      throw error
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  /** Opens the session of a plan. What cannot be continued or copied begins anew with the conversation as text. */
  async #session(live: Live, plan: PromptPlan, request: ModelRequest) {
    const { program, folder } = live
    if (plan.type === 'continue' && live.session?.session === plan.session && plan.session !== null) {
      return { session: plan.session, step: plan.step, told: plan, began: null }
    }
    const chosen = await this.#options.chosenOptions(live.name)
    if (!chosen.ok) throw new Error(chosen.error.message)
    const parts = {
      program,
      chosen: chosen.value,
      folder,
      servers: this.#options.servers(),
      agent: this.#options.agents()[live.name],
      model: request.model,
    }
    try {
      const kept = plan.type === 'new' ? null : await openSession(plan, parts)
      if (kept !== null) {
        this.#opened(live, kept)
        const began: SessionStart = plan.type === 'fork' ? 'fork' : 'resumed'
        return { session: kept.session, step: plan.step, told: plan, began }
      }
      const anew = planPrompt(request, { ...this.facts(request.model), sessions: new Map() })
      const opened = await openSession(anew, parts)
      if (opened === null) throw new Error('It opened no session.')
      this.#opened(live, opened)
      const began: SessionStart = anew.history === '' ? 'new' : 'text'
      return { session: opened.session, step: 0, told: anew, began }
    } catch (error) {
      throw signIn(error, live)
    }
  }

  #update(params: unknown): void {
    const parsed = parseUpdate(params)
    const live = this.#live
    if (parsed === null || live === null) return
    const { sessionId, update } = parsed
    const commands = offeredCommands(update)
    if (commands !== null) live.commands.set(sessionId, commands)
    if (sessionId !== live.session?.session) return
    const opened = sessionAfter(live.session.opened, update)
    if (commands !== null || opened !== live.session.opened) this.#opened(live, { session: sessionId, opened })
    this.#run?.update(update)
  }

  #opened(live: Live, session: Opened): void {
    live.session = session
    const commands = live.commands.get(session.session) ?? []
    this.#options.onOffer({ options: offeredOptions(session.opened), commands })
  }

  #answer(method: string, params: unknown): Promise<unknown> {
    const request = method === 'session/request_permission' ? parsePermission(params) : null
    const run = this.#run
    if (request === null || run === null) return Promise.resolve({ outcome: CANCELLED })
    return new Promise((resolve) => {
      const permission: OpenPermission = {
        request,
        answer: (outcome) => {
          this.#permissions.delete(permission)
          resolve({ outcome })
        },
      }
      this.#permissions.add(permission)
      run.permission(permission)
    })
  }
}

function notConfigured(name: string): string {
  return `It is not configured. Add ${name} under “outside_agents” in config.json, or in Settings, Outside agents.`
}

function signIn(error: unknown, { program }: Live): unknown {
  if (errorCode(error) !== AUTH_REQUIRED) return error
  return new SignInNeeded([errorText(error), ...program.abilities.signIns].join('\n'))
}
