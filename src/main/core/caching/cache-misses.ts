import type { AgentEvent, AgentEventOf, NewEvent } from '../../../shared/agent-event.ts'
import type { ModelChoice } from '../../../shared/agent-summary.ts'
import { cacheFacts } from '../../../shared/cache-facts.ts'
import {
  readDiagnosis,
  readMiss,
  readPrint,
  type RecordedPrint,
  type CacheMissView,
} from '../../../shared/cache-miss.ts'
import type { ContextReplay } from '../../../shared/context-replay.ts'
import { defined } from '../../../shared/defined.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import type { ModelPrice } from '../../../shared/model-price.ts'
import { wireModelName } from '../../../shared/model-spec.ts'
import { OUTSIDE, PROVIDERS } from '../../../shared/providers.ts'
import { RecentlyUsed } from '../../../shared/recently-used.ts'
import { recordedUsage } from '../../../shared/recorded-usage.ts'
import type { AssistantData } from '../../../shared/response-data.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import { isBy, isByModel, sentAt } from '../context/reported-size.ts'
import type { PricedModel } from '../models/price-list.ts'
import type { Config } from '../ports/config-ports.ts'
import type { ModelRequest } from '../ports/provider-ports.ts'
import type { Clock } from '../ports/system-ports.ts'
import { requestLifetime } from './cache-plan.ts'
import { cacheMiss, type EarlierRequest } from './cache-miss.ts'
import { missDifference, type ComparedRequest } from './miss-difference.ts'
import type { PrintKeys } from './print-keys.ts'
import { recordedPrint, requestPrint, type RequestPrint, wholePrint } from './request-print.ts'

type Answer = AgentEventOf<'assistant'>

/** Prints of requests that are kept whole. Others are made again from the log. */
const MAX_PRINTS = 64

interface MissServices {
  readonly contexts: { contextOf(id: AgentId): Promise<Result<ContextReplay>> }
  readonly prices: { priceOf(model: PricedModel): ModelPrice | null }
  readonly config: Config
  readonly clock: Clock
  readonly printKeys: PrintKeys
}

interface SentRequest {
  readonly request: ModelRequest
  readonly print: RequestPrint
  readonly agentId: AgentId
}

/** Requests whose texts are kept to show where two differ. They share the messages of one conversation. */
const MAX_SENT = 64

/** Finds out for each answer why less of its request was read from the provider's cache than expected. */
export class CacheMisses {
  readonly #services: MissServices
  readonly #prints = new RecentlyUsed<string, RequestPrint>(MAX_PRINTS)
  /** By the id of its print. */
  readonly #sent = new RecentlyUsed<string, ComparedRequest>(MAX_SENT)

  constructor(services: MissServices) {
    this.#services = services
  }

  /** Returns the events of a response with what later requests are compared with, and with the miss if there is one. */
  async explained(
    request: ModelRequest,
    choice: ModelChoice,
    events: readonly NewEvent[],
  ): Promise<readonly NewEvent[]> {
    const answer = events.find((event) => event.kind === 'assistant')
    if (answer === undefined || choice.provider === OUTSIDE) return events
    const context = await this.#services.contexts.contextOf(answer.agentId)
    const key = await this.#services.printKeys.current()
    if (!context.ok || key === null) return events
    const sent = { request, print: requestPrint(request, key), agentId: answer.agentId }
    const data = this.#explained(sent, choice, answer.data, context.value)
    return events.map((event) => (event === answer ? { ...answer, data } : event))
  }

  /** Returns what is known about the input of an answer. */
  async view(agentId: AgentId, eventId: EventId): Promise<Result<CacheMissView>> {
    const context = await this.#services.contexts.contextOf(agentId)
    if (!context.ok) return context
    const answer = context.value.items.find(({ id }) => id === eventId)
    if (answer?.kind !== 'assistant') return refuse(`No answer with the id ${eventId} in the context of this agent.`)
    const miss = readMiss(answer.data)
    const own = readPrint(answer.data.request_print)
    const later = own === null ? undefined : this.#sent.get(own.id)
    const earlier = miss?.against === undefined ? undefined : this.#sent.get(miss.against)
    const isShown = miss?.place !== undefined && earlier !== undefined && later !== undefined
    const difference = isShown ? missDifference(earlier, later, miss.place) : null
    return ok({ miss, diagnosis: readDiagnosis(answer.data), difference })
  }

  /** Drops all texts: some of them were redacted. */
  forget(): void {
    this.#services.printKeys.forget()
    this.#sent.clear()
  }

  #explained(
    { request, print, agentId }: SentRequest,
    choice: ModelChoice,
    data: AssistantData,
    context: ContextReplay,
  ): AssistantData {
    const { items } = context
    const last = items.findLast((event): event is Answer => event.kind === 'assistant' && hasPrint(event))
    const recorded = recordedPrint(print, this.#printOf(last, items, print.key))
    this.#prints.set(recorded.id, print)
    this.#sent.set(recorded.id, { tools: request.tools, system: request.system, messages: request.messages })
    const usage = recordedUsage(data)
    const earlier = earlierAnswer(items, choice)
    const model = wireModelName(choice)
    const miss =
      usage === null
        ? null
        : cacheMiss(
            {
              model: `${model}/${choice.thinkingLevel}`,
              print,
              usage,
              sentAt: this.#services.clock.now() - (data.duration_ms ?? 0),
              diagnosis: data.cache_diagnosis ?? null,
            },
            earlier === undefined ? null : this.#earlier(earlier, choice, context, { print, agentId }),
            {
              facts: cacheFacts(choice.provider, model),
              price: this.#services.prices.priceOf({
                provider: choice.provider,
                model: data.model ?? model,
                requested: model,
              }),
              isReporting: isReporting(items, choice),
            },
          )
    return { ...data, request_print: recorded, ...defined({ cache_miss: miss ?? undefined }) }
  }

  #earlier(
    answer: Answer,
    choice: ModelChoice,
    { items, keptWarm }: ContextReplay,
    { print: { key }, agentId }: Omit<SentRequest, 'request'>,
  ): EarlierRequest | null {
    const usage = recordedUsage(answer.data)
    if (usage === null) return null
    const { requested_model: model = '', thinking_level: level = 'none' } = answer.data
    const usedAt = keptWarm?.data.answer_id === answer.id ? sentAt(keptWarm) : sentAt(answer)
    const before = items.slice(0, items.indexOf(answer))
    const earlierChoice = { ...choice, model, thinkingLevel: level }
    const known = this.#printOf(answer, items, key)
    return {
      model: `${model}/${level}`,
      isInherited: answer.agentId !== agentId,
      print: known?.print ?? null,
      printId: known?.id ?? null,
      usage,
      usedAt,
      lifetime: requestLifetime(before, earlierChoice, this.#services.config, usedAt),
    }
  }

  /** Null: the answer has none with this key, or one before it is not in the context. */
  #printOf(
    answer: Answer | undefined,
    items: readonly AgentEvent[],
    key: string,
  ): { id: string; print: RequestPrint } | null {
    const own = readPrint(answer?.data.request_print)
    if (own?.key !== key) return null
    const print = this.#prints.get(own.id) ?? printFromLog(own, items)
    if (print !== null) this.#prints.set(own.id, print)
    return print === null ? null : { id: own.id, print }
  }
}

/** Puts a print together from those before it in the context. */
function printFromLog(own: RecordedPrint, items: readonly AgentEvent[]): RequestPrint | null {
  const recorded = new Map(items.flatMap((event) => printEntry(event)))
  const chain: RecordedPrint[] = []
  for (let next: RecordedPrint | undefined = own; next !== undefined; next = recorded.get(next.continues ?? '')) {
    if (chain.length > recorded.size) return null
    chain.push(next)
  }
  return chain.toReversed().reduce<RequestPrint | null>((before, print) => wholePrint(print, before), null)
}

function hasPrint({ data }: Answer): boolean {
  return readPrint(data.request_print) !== null
}

function printEntry(event: AgentEvent): readonly (readonly [string, RecordedPrint])[] {
  const print = event.kind === 'assistant' ? readPrint(event.data.request_print) : null
  return print === null ? [] : [[print.id, print]]
}

/** The last request to the same model at the same level; without one, to the same model, or to the provider. */
function earlierAnswer(items: readonly AgentEvent[], choice: ModelChoice): Answer | undefined {
  return (
    lastAnswer(items, (answer) => isBy(answer, choice)) ??
    lastAnswer(items, (answer) => isByModel(answer, choice)) ??
    lastAnswer(items, ({ data }) => data.provider === choice.provider)
  )
}

/** Read from the end, because a context may be long. */
function lastAnswer(items: readonly AgentEvent[], isWanted: (answer: Answer) => boolean): Answer | undefined {
  const isFound = (event: AgentEvent): event is Answer =>
    event.kind === 'assistant' && isWanted(event) && recordedUsage(event.data) !== null
  return items.findLast(isFound)
}

/** Where nothing is documented, an answer must have reported a read before a missing one means something. */
function isReporting(items: readonly AgentEvent[], { provider }: ModelChoice): boolean {
  if (PROVIDERS[provider].caches !== null) return true
  return items.some(
    (event) => event.kind === 'assistant' && event.data.provider === provider && (event.data.cached_tokens ?? 0) > 0,
  )
}
