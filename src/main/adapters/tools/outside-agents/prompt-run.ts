import { type FinishReason, NO_DETAILS, type ResponseUsage } from '../../../../shared/usage.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { ProviderCallOptions, ProviderEvent } from '../../../core/ports/provider-ports.ts'
import type { Tool } from '../../../core/ports/tool-ports.ts'
import { type AgentUpdate, callOf, type PromptEnd } from './agent-messages.ts'
import { ReportedCall } from './reported-call.ts'
import { ResponseBlocks } from './response-blocks.ts'
import { type CallSurroundings, type OpenPermission, RunningCall } from './running-call.ts'

type Item =
  | { readonly type: 'update'; readonly update: AgentUpdate }
  | { readonly type: 'permission'; readonly permission: OpenPermission }
  | { readonly type: 'end'; readonly end: PromptEnd }
  | { readonly type: 'failed'; readonly error: unknown }

/** What became of a part of a prompt. */
export type ResponseEnd = 'calls' | 'ended' | 'aborted'

/**
 * One prompt of an outside agent, from its text to the end of the agent's turn. The log shows it as ikigai's own turns:
 * an answer up to its calls, their results, the next answer. The agent does not wait for that, so what it reports
 * meanwhile waits in a queue.
 */
export class PromptRun {
  readonly #inbox: Item[] = []
  readonly #calls = new Map<string, RunningCall>()
  readonly #surroundings: CallSurroundings
  /** The calls whose results are being recorded; null: an answer is being read. */
  #batch: readonly RunningCall[] | null = null
  #arrived = Promise.withResolvers<null>()

  constructor(surroundings: CallSurroundings) {
    this.#surroundings = surroundings
  }

  /** Whether calls of the last answer run, so that the next request continues this prompt. */
  get hasCalls(): boolean {
    return this.#batch !== null
  }

  update(update: AgentUpdate): void {
    this.#take({ type: 'update', update })
  }

  permission(permission: OpenPermission): void {
    this.#take({ type: 'permission', permission })
  }

  end(end: PromptEnd): void {
    this.#take({ type: 'end', end })
    for (const call of this.#calls.values()) call.abandon()
  }

  fail(error: unknown): void {
    this.#take({ type: 'failed', error })
    for (const call of this.#calls.values()) call.abandon()
  }

  /** The tools that the calls of the last answer are for. */
  tools(): readonly Tool[] {
    const batch = this.#batch ?? []
    const names = new Set(batch.map(({ call }) => call.name))
    return [...names].map((name) => ({
      definition: { name, description: '', parameters: { type: 'object' } },
      prepare: (_args, { callId }) => {
        const call = batch.find(({ id }) => id === callId)
        const prepared = call?.prepare()
        return Promise.resolve(
          prepared === undefined
            ? { ok: false, message: 'The agent did not make this call.' }
            : { ok: true, call: prepared },
        )
      },
    }))
  }

  /** Reads the next answer: up to its calls, or to the end of the turn. Rejects with the error of the agent. */
  async *respond(
    { signal, newToolCallId }: ProviderCallOptions,
    { model, mark }: { readonly model: string; readonly mark: JsonObject },
  ): AsyncGenerator<ProviderEvent, ResponseEnd> {
    this.#batch = null
    const blocks = new ResponseBlocks(mark)
    const begun: RunningCall[] = []
    const begin = (call: ReportedCall): readonly ProviderEvent[] => {
      const running = new RunningCall(newToolCallId(), call, this.#surroundings)
      this.#calls.set(call.state.toolCallId, running)
      begun.push(running)
      return blocks.begin(running.id, call)
    }
    yield { type: 'start', model }
    for (let mustRun = false; !mustRun || this.#isCallNext();) {
      const item = await this.#next(signal)
      if (item === null) return 'aborted'
      if (item.type === 'failed') throw item.error
      if (item.type === 'end' && begun.length === 0) {
        yield { type: 'done', finishReason: finishReason(item.end), model, usage: promptUsage(item.end) }
        return 'ended'
      }
      if (item.type === 'end') {
        this.#inbox.unshift(item)
        for (const call of begun) call.abandon()
        break
      }
      const change = item.type === 'permission' ? item.permission.request.toolCall : callOf(item.update)
      if (change !== null && !this.#calls.has(change.toolCallId)) yield* begin(new ReportedCall(change))
      const known = change === null ? undefined : this.#calls.get(change.toolCallId)
      if (item.type === 'permission') known?.ask(item.permission)
      else if (change === null) yield* blocks.add(item.update)
      else known?.update(change)
      mustRun ||= known !== undefined && begun.includes(known) && (item.type === 'permission' || known.call.hasBegun)
    }
    yield* blocks.endCalls()
    this.#batch = begun
    for (const item of this.#inbox.splice(0)) this.#take(item)
    yield { type: 'done', finishReason: 'TOOL_USE', model, usage: null }
    return 'calls'
  }

  /** Whether what has arrived goes on with calls of the same answer. */
  #isCallNext(): boolean {
    const [next] = this.#inbox
    if (next === undefined || next.type === 'failed' || next.type === 'end') return false
    return next.type === 'permission' || callOf(next.update) !== null
  }

  #take(item: Item): void {
    if (this.#batch !== null && this.#isOfBatch(item, this.#batch)) return
    this.#inbox.push(item)
    this.#arrived.resolve(null)
  }

  /** Hands what concerns the running calls to them; false: it belongs to the next answer. */
  #isOfBatch(item: Item, batch: readonly RunningCall[]): boolean {
    if (item.type === 'permission') {
      const { toolCall } = item.permission.request
      const known = this.#calls.get(toolCall.toolCallId)
      // A call that runs may itself wait for another one, which is shown with the next answer.
      const asking = known !== undefined && batch.includes(known) ? known : batch.find((call) => !call.isOver)
      asking?.ask(item.permission, asking === known ? undefined : (known?.call ?? new ReportedCall(toolCall)))
      return asking !== undefined
    }
    const change = item.type === 'update' ? callOf(item.update) : null
    const known = change === null ? undefined : this.#calls.get(change.toolCallId)
    if (change === null || known === undefined || !batch.includes(known)) return false
    known.update(change)
    return true
  }

  /** Null: the signal has aborted. */
  async #next(signal: AbortSignal): Promise<Item | null> {
    const aborted = Promise.withResolvers<null>()
    const abort = (): void => aborted.resolve(null)
    signal.addEventListener('abort', abort, { once: true })
    while (this.#inbox.length === 0 && !signal.aborted) {
      this.#arrived = Promise.withResolvers<null>()
      await Promise.race([this.#arrived.promise, aborted.promise])
    }
    signal.removeEventListener('abort', abort)
    return signal.aborted ? null : (this.#inbox.shift() ?? null)
  }
}

const FINISH: Readonly<Record<string, FinishReason>> = {
  end_turn: 'STOP',
  max_tokens: 'LENGTH',
  max_turn_requests: 'LENGTH',
  refusal: 'CONTENT_FILTER',
}

function finishReason({ stopReason }: PromptEnd): FinishReason {
  return (Object.hasOwn(FINISH, stopReason) ? FINISH[stopReason] : undefined) ?? 'UNKNOWN'
}

/** Returns what an outside agent reports of the tokens of a whole prompt; null: it reports none. */
function promptUsage({ usage }: PromptEnd): ResponseUsage | null {
  if (usage == null) return null
  const cached = usage.cachedReadTokens ?? 0
  const written = usage.cachedWriteTokens ?? 0
  const thinking = usage.thoughtTokens ?? 0
  // Programs differ in what they count as input: the sum tells whether cached tokens stand beside it.
  const isBeside = usage.totalTokens >= usage.inputTokens + usage.outputTokens + cached + written
  return {
    ...NO_DETAILS,
    inputTokens: usage.inputTokens + (isBeside ? cached + written : 0),
    outputTokens: usage.outputTokens,
    thinkingTokens: Math.min(thinking, usage.outputTokens),
    cachedTokens: cached,
    totalTokens: usage.totalTokens,
    cacheWrites: written > 0 ? { unknown: written } : null,
  }
}
