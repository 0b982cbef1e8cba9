import type { JsonObject } from '../../../shared/json.ts'
import type { OptionalPartName } from '../../../shared/model-options.ts'
import type { LearnedPart } from '../../../shared/model-info.ts'
import type { ModelRequest } from '../../core/ports/provider-ports.ts'
import { LearnedFacts } from './learned-facts.ts'
import { ADAPTER_PARTS, OPTIONAL_PARTS, type OptionalPart } from './optional-parts.ts'
import { RoomRefusals } from './output-room.ts'
import {
  type Correction,
  correctedBody,
  correctedPart,
  correctionFact,
  correctionFor,
  keepsThinking,
  learnedCorrections,
  leastCorrection,
} from './refused-values.ts'
import { readFailure } from './sdk-failure.ts'
import { field, numberField, textField } from './wire-value.ts'

/** A request in the form that its server accepts. */
export interface AnswerableRequest extends ModelRequest {
  /** The parts that the adapter must leave out of the body. Missing: none. */
  readonly without?: ReadonlySet<OptionalPartName>
}

export interface RefusalsOptions {
  /** The server that is asked: the provider and its endpoint. One address may serve many models. */
  readonly server: string
  /** What other instances have learned. Missing: nothing is shared. */
  readonly facts?: LearnedFacts | undefined
  /** The adapter's own parts in its requests. Missing: none. */
  readonly adapterParts?: readonly (typeof ADAPTER_PARTS)[number][]
  /** Returns the body of a request, before what was learned of its values is applied. */
  readonly render: (request: AnswerableRequest) => JsonObject
}

/**
 * Remembers, for each model, the optional parts of requests that its server has refused; requests are then sent without
 * them. A room for the output that a refusal names holds for its request alone.
 */
export class RequestRefusals {
  readonly #server: string
  readonly #facts: LearnedFacts
  readonly #parts: readonly OptionalPart[]
  readonly #rooms = new RoomRefusals()
  readonly #render: RefusalsOptions['render']

  constructor({ server, facts = new LearnedFacts(), adapterParts = [], render }: RefusalsOptions) {
    this.#render = render
    this.#server = server
    this.#facts = facts
    this.#parts = OPTIONAL_PARTS.filter(
      ({ name }) => !ADAPTER_PARTS.some((each) => each === name) || adapterParts.some((each) => each === name),
    )
  }

  /** Returns the body of the request in the form that this server accepts. */
  body(request: ModelRequest): JsonObject {
    const corrections = this.#corrections(request.model)
    if (request.thinkingLevel !== 'none' || !corrections.some(keepsThinking)) {
      return correctedBody(this.#render(this.#adapted(request)), corrections)
    }
    // The model thinks, so that its thoughts count against the limit: the least that it accepts instead of `low`.
    const thinking = this.#render(this.#adapted({ ...request, thinkingLevel: 'low' }))
    return correctedBody(thinking, corrections.map(leastCorrection))
  }

  #adapted(given: ModelRequest): AnswerableRequest {
    const request = this.#rooms.adapted(given)
    const refused = this.#refusedIn(request)
    if (refused.length === 0) return request
    const reduced = refused.reduce((made, { without }) => without?.(made) ?? made, request)
    return { ...reduced, without: new Set(refused.map(({ name }) => name)) }
  }

  /** As in `Provider`. */
  readonly leftOut = (request: ModelRequest): readonly OptionalPartName[] => [
    ...this.#refusedIn(request).map(({ name }) => name),
    ...this.#correctedIn(request),
  ]

  /**
   * Returns whether the adapted request should be tried after this failure. True once for each part and model, and once
   * for each value: `corrected` holds the names of those that were corrected for this request. `body`: what was refused.
   */
  note(request: ModelRequest, cause: unknown, body: JsonObject, corrected: Set<string>): boolean {
    if (this.#rooms.note(request, cause, body)) return true
    const words = refusalWords(cause)
    if (words === null) return false
    if (this.#noteValue(request.model, words, body, corrected)) return true
    const part = this.#parts.find(
      (each) => !this.#isRefused(request.model, each.name) && each.isIn(request) && each.isRefusedBy(words),
    )
    if (part === undefined) return false
    this.#facts.learn({ server: this.#server, model: request.model, name: factName(part.name), value: 'refused' })
    return true
  }

  #noteValue(model: string, words: string, body: JsonObject, corrected: Set<string>): boolean {
    const correction = correctionFor(body, words)
    if (correction === null) return false
    const { name, value } = correctionFact(correction)
    if (corrected.has(name) || !changes(body, correction)) return false
    corrected.add(name)
    this.#facts.learn({ server: this.#server, model, name, value })
    return true
  }

  #corrections(model: string): readonly Correction[] {
    return learnedCorrections((name) => this.#facts.find({ server: this.#server, model, name }))
  }

  /** What is said to the user about the values of this request that the server refused. */
  #correctedIn(request: ModelRequest): readonly OptionalPartName[] {
    const corrections = this.#corrections(request.model)
    if (corrections.length === 0) return []
    const body = this.#render(this.#adapted(request))
    const changing = corrections.filter((each) => changes(body, each))
    return [...new Set(changing.map((each) => correctedPart(each, request.thinkingLevel)))]
  }

  /** Forgets the refusals of all models of this server, which may have changed. */
  forget(): void {
    this.#facts.forget(this.#server)
  }

  #refusedIn(request: ModelRequest): readonly OptionalPart[] {
    return this.#parts.filter((part) => this.#isRefused(request.model, part.name) && part.isIn(request))
  }

  #isRefused(model: string, part: OptionalPartName): boolean {
    return this.#facts.find({ server: this.#server, model, name: factName(part) }) !== null
  }
}

/** Returns the parts of requests that a server (`serverOf`) has refused for one of its models, or corrected: each once. */
export function learnedParts(facts: LearnedFacts, provider: string, model: string): readonly LearnedPart[] {
  const parts = facts.about(provider, model).flatMap(({ name, value, at }) => {
    const part = OPTIONAL_PARTS.find((each) => factName(each.name) === name)?.name
    const [correction] = learnedCorrections((each) => (each === name ? value : null))
    const found = part ?? (correction === undefined ? null : correctedPart(correction, 'med'))
    return found === null ? [] : [{ part: found, at }]
  })
  return [...new Map(parts.map((each) => [each.part, each])).values()]
}

function changes(body: JsonObject, correction: Correction): boolean {
  return JSON.stringify(correctedBody(body, [correction])) !== JSON.stringify(body)
}

function factName(part: OptionalPartName): string {
  return `part ${part}`
}

/** Statuses that say nothing about the parts of a request: credentials, credit, proxies, size, rate, load. */
const OTHER_CAUSES: ReadonlySet<number> = new Set([401, 402, 407, 408, 413, 429, 499, 502, 503, 504, 529])

/**
 * Returns what a server says in a refusal: its message with codes and names of fields; null if the failure is of
 * another kind. Servers with a chat template report its objections with a 500.
 */
function refusalWords(cause: unknown): string | null {
  const { status, body, message } = readFailure(cause)
  if (status === undefined ? body === undefined : status < 400 || OTHER_CAUSES.has(status)) return null
  const code = textField(body, 'code') ?? numberField(body, 'code')?.toString()
  const raw = textField(field(body, 'metadata'), 'raw')
  return [textField(body, 'message') ?? message, textField(body, 'param'), code, raw].filter(Boolean).join(' ')
}

/** How a provider's instance sends requests. */
interface Sending<T> {
  /** Returns the body in the form that the server is known to accept. */
  readonly render: (request: ModelRequest) => JsonObject
  readonly send: (body: JsonObject) => Promise<T>
  readonly refusals: RequestRefusals
}

/**
 * Sends a request, and sends it again in another form for each part of it that the server refuses, and with each value
 * that its refusal asks for.
 */
export async function resentIfRefused<T>(request: ModelRequest, { render, send, refusals }: Sending<T>): Promise<T> {
  const corrected = new Set<string>()
  for (;;) {
    const body = render(request)
    try {
      return await send(body)
    } catch (cause) {
      if (!refusals.note(request, cause, body, corrected)) throw cause
    }
  }
}
