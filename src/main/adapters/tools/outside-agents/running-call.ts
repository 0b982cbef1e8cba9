import type { AskedCall, PreparedCall, ToolOutcome } from '../../../core/ports/tool-ports.ts'
import { OutputCollector, type OutputLimits } from '../output-collector.ts'
import type { CallUpdate, PermissionRequest } from './agent-messages.ts'
import { CANCELLED, type Outcome, permissionOutcome } from './asked-access.ts'
import type { ReportedCall } from './reported-call.ts'
import { defined } from '../../../../shared/defined.ts'

/** A permission that the agent waits for. */
export interface OpenPermission {
  readonly request: PermissionRequest
  readonly answer: (outcome: Outcome) => void
}

/** What the calls of a prompt need. */
export interface CallSurroundings {
  readonly limits: OutputLimits
  /** Returns what a call is for the rules. */
  readonly accessOf: (call: ReportedCall) => Promise<AskedCall>
  /** Asks the agent to end its turn. */
  readonly cancel: () => void
  /** Why calls were not allowed, by the agent's ids of them. */
  readonly denials: Map<string, string>
}

type RunOptions = Parameters<PreparedCall['run']>[0]

interface Question {
  readonly permission: OpenPermission
  /** The call that it is about. */
  readonly call: ReportedCall
}

const WRITING = new Set(['edit', 'delete', 'move', 'execute', 'other'])

/** A call of an outside agent whose result ikigai waits for. */
export class RunningCall {
  readonly id: string
  readonly call: ReportedCall
  readonly #surroundings: CallSurroundings
  readonly #ended = Promise.withResolvers<null>()
  /** Questions that came before the call was shown. */
  readonly #questions: Question[] = []
  #run: RunOptions | null = null
  #isOver = false
  #shown = ''

  constructor(id: string, call: ReportedCall, surroundings: CallSurroundings) {
    this.id = id
    this.call = call
    this.#surroundings = surroundings
    if (call.hasEnded) this.#ended.resolve(null)
  }

  /** Whether its result is known, so that it can ask nothing any more. */
  get isOver(): boolean {
    return this.#isOver
  }

  update(change: CallUpdate): void {
    this.call.update(change)
    this.#showOutput()
    if (this.call.hasEnded) this.#ended.resolve(null)
  }

  /** Decides a permission while the call runs. `call`: what it is about, if that is another one. */
  ask(permission: OpenPermission, call: ReportedCall = this.call): void {
    if (call === this.call) call.update(permission.request.toolCall)
    const question = { permission, call }
    if (this.#run === null) this.#questions.push(question)
    else void this.#decide(question, this.#run)
  }

  /** The agent's turn has ended: no result follows. */
  abandon(): void {
    this.#ended.resolve(null)
    for (const { permission } of this.#questions.splice(0)) permission.answer(CANCELLED)
  }

  prepare(): PreparedCall {
    return {
      subject: this.call.title,
      access: WRITING.has(this.call.kind) ? 'execute' : 'read',
      paths: [],
      isInFolder: true,
      isUnderWay: true,
      run: (options) => this.#runOnce(options),
    }
  }

  async #runOnce(options: RunOptions): Promise<ToolOutcome> {
    this.#run = options
    const aborted = Promise.withResolvers<null>()
    const abort = (): void => aborted.resolve(null)
    options.signal.addEventListener('abort', abort, { once: true })
    if (options.signal.aborted) abort()
    for (const question of this.#questions.splice(0)) void this.#decide(question, options)
    this.#showOutput()
    await Promise.race([this.#ended.promise, aborted.promise])
    options.signal.removeEventListener('abort', abort)
    this.#run = null
    this.#isOver = true
    if (!options.signal.aborted) return this.#outcome()
    this.#surroundings.cancel()
    return { content: 'Tool call interrupted or cancelled', isError: true, reported: this.call.reported }
  }

  async #outcome(): Promise<ToolOutcome> {
    const collector = new OutputCollector(this.id, this.#surroundings.limits)
    await collector.write(Buffer.from(this.#text()))
    const { text, fullOutput } = await collector.finish()
    const { files, reported } = this.call
    return {
      content: text,
      isError: !this.call.hasEnded || this.call.hasFailed,
      reported,
      ...defined({ files: files.length > 0 ? files : undefined, fullOutput }),
    }
  }

  #text(): string {
    const text = this.call.text()
    if (!this.call.hasEnded) return [text, 'The agent ended its turn without a result of this call.'].join('\n').trim()
    const denial = this.#surroundings.denials.get(this.call.state.toolCallId)
    if (denial !== undefined && this.call.hasFailed) return [denial, text].join('\n').trim()
    if (text !== '') return text
    return this.call.hasFailed ? 'The call failed. The agent gave no reason.' : 'Done. The agent showed no result.'
  }

  #showOutput(): void {
    if (this.#run === null || this.call.kind !== 'execute') return
    const text = this.call.text()
    const news = text.startsWith(this.#shown) ? text.slice(this.#shown.length) : text
    this.#shown = text
    if (news !== '') this.#run.onOutput(news)
  }

  /** Unknown means ask: without anybody to ask, the call is refused. */
  async #decide({ permission, call }: Question, { approve, signal }: RunOptions): Promise<void> {
    const access = await this.#surroundings.accessOf(call)
    const decision = (await approve?.(access, signal)) ?? { type: 'denied', message: 'Nobody can be asked.' }
    if (signal.aborted) return permission.answer(CANCELLED)
    if (decision.type === 'denied') this.#surroundings.denials.set(call.state.toolCallId, decision.message)
    permission.answer(permissionOutcome(permission.request, decision.type === 'allowed'))
  }
}
