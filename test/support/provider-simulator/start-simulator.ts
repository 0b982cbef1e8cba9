import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

import { API_PROVIDERS, PROVIDER_NAMES } from '../../../src/shared/providers.ts'
import { defined } from '../../../src/shared/defined.ts'
import { failedAnswer, recordedAnswer, textAnswer } from './answer.ts'
import type { Answer, Answerer, Delivery } from './answer.ts'
import { AsyncQueue } from './async-queue.ts'
import { CacheDiagnoses } from './cache/cache-diagnoses.ts'
import type { PromptCache } from './cache/prompt-cache.ts'
import { checkKey, checkRequest } from './check-request.ts'
import { IssuedItems } from './issued-items.ts'
import { modelsList } from './models-list.ts'
import { planRejection, planResponse } from './plan-response.ts'
import { readBody, readRequest } from './read-request.ts'
import { findRecording } from './recordings.ts'
import type { ResponsePlan } from './response-plan.ts'
import { routeRequest } from './route-request.ts'
import type { Route } from './route-request.ts'
import type { SimulatorRequest } from './simulator-request.ts'
import { BASE_PATHS, SIMULATED_HOSTS } from './wire-format.ts'
import type { SimulatedHost } from './wire-format.ts'
import type { HeldStream, RequestFilter, Simulator, SimulatorOptions, StreamEnd } from './simulator.ts'
import { writeResponse } from './write-response.ts'

/** Starts a server on 127.0.0.1 with the providers' wire formats and their strictness. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulation = new Simulation(options)
  const server = createServer((message, response) => {
    void simulation.serve(message, response)
  })
  server.keepAliveTimeout = 60_000
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  return simulation.surface(server)
}

const ANY: RequestFilter = () => true

interface QueuedAnswer {
  readonly answer: Answer
  readonly where: RequestFilter
}

class Simulation {
  readonly #requests: SimulatorRequest[] = []
  readonly #requestQueue = new AsyncQueue<SimulatorRequest>()
  readonly #heldQueue = new AsyncQueue<HeldStream>()
  readonly #endQueue = new AsyncQueue<StreamEnd>()
  readonly #queued = new Map<SimulatedHost, QueuedAnswer[]>()
  readonly #issued = new IssuedItems()
  readonly #strict: boolean
  readonly #verifiedOrganisation: boolean
  readonly #remembers: boolean
  readonly #cache: PromptCache | undefined
  readonly #diagnoses = new CacheDiagnoses()
  #answerer: Answerer

  constructor(options: SimulatorOptions) {
    this.#strict = options.strict ?? true
    this.#verifiedOrganisation = options.verifiedOrganisation ?? true
    this.#remembers = options.remembers ?? true
    this.#cache = options.cache
    this.#answerer = options.answerWith ?? ((): undefined => undefined)
  }

  surface(server: Server): Simulator {
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const baseUrls = baseUrlsOf(port)
    return {
      port,
      baseUrls,
      environment: () => environmentOf(baseUrls),
      requests: this.#requests,
      nextRequest: () => this.#requestQueue.next(),
      streamHeld: (where = ANY) => this.#heldQueue.next(({ request }) => where(request)),
      streamEnded: () => this.#endQueue.next(),
      enqueue: (host, answer, where) => this.#enqueue(host, answer, where),
      play: (name, { host, ...delivery } = {}) =>
        this.#enqueue(host ?? recordedHost(name), recordedAnswer(name, delivery)),
      answerWith: (answerer) => {
        this.#answerer = answerer
      },
      closeIdle: () => server.closeIdleConnections(),
      close: async () => {
        server.close()
        server.closeAllConnections()
        await once(server, 'close')
      },
    }
  }

  #enqueue(host: SimulatedHost, answer: Answer, where: RequestFilter = ANY): void {
    this.#queued.set(host, [...(this.#queued.get(host) ?? []), { answer, where }])
  }

  async serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(message.url ?? '/', 'http://simulator').pathname
    const route = routeRequest(path, message.headers)
    if (route === undefined) return sendJson(response, 404, { error: { message: `Unknown path ${path}`, code: 404 } })
    if (route.type === 'models') return this.#serveModels(route, message, response)
    const body = await readBody(message)
    const request = readRequest(route, { message, body, index: this.#requests.length })
    if (request === undefined) return sendJson(response, 400, { error: { message: 'The body is no JSON object.' } })
    await this.#serveGeneration(request, message, response)
  }

  #serveModels(route: Extract<Route, { type: 'models' }>, message: IncomingMessage, response: ServerResponse): void {
    const wires = { anthropic: 'anthropic', google: 'gemini' } as const
    const wire = route.host === 'anthropic' || route.host === 'google' ? wires[route.host] : 'responses'
    const refused = checkKey(route.host, wire, message.headers)
    if (refused === undefined) sendJson(response, 200, modelsList(route.host))
    else sendJson(response, refused.status, refused.body)
  }

  async #serveGeneration(
    incoming: SimulatorRequest,
    message: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const settings = { issued: this.#issued, verifiedOrganisation: this.#verifiedOrganisation }
    const badKey = checkKey(incoming.host, incoming.wire, message.headers)
    const rejection = badKey ?? (this.#strict ? checkRequest(incoming, settings) : undefined)
    const cached = rejection === undefined ? this.#cache?.ask(incoming) : undefined
    const usage = cached === undefined ? {} : { cacheUsage: cached.usage }
    const sent = { ...incoming, rejectedBy: rejection?.rule, ...usage }
    const request = { ...sent, ...defined({ cacheDiagnosis: this.#diagnoses.diagnose(sent) }) }
    if (this.#remembers) this.#requests.push(request)
    if (this.#remembers) this.#requestQueue.push(request)
    const answer = rejection === undefined ? this.#takeAnswer(request) : undefined
    const plan = answer === undefined ? undefined : planResponse(answer, request)
    if (plan !== undefined) this.#issued.note(plan.items, request)
    if (plan !== undefined) this.#diagnoses.note(plan.items, request)
    const planned = plan ?? (rejection === undefined ? undefined : planRejection(rejection, request))
    if (planned !== undefined) await this.#deliver(response, planned, { ...answer, begun: cached?.begun })
  }

  #takeAnswer(request: SimulatorRequest): Answer {
    const waiting = this.#queued.get(request.host) ?? []
    const at = waiting.findIndex(({ where }) => where(request))
    const queued = at === -1 ? undefined : waiting.splice(at, 1)[0]?.answer
    if (!request.stream && queued?.type !== 'recording' && queued?.type !== 'failure') {
      return failedAnswer({ kind: 'bad_request', message: 'The simulator answers only requests for a stream.' })
    }
    return queued ?? this.#answerer(request) ?? textAnswer('Hello from the provider simulator.')
  }

  async #deliver(
    response: ServerResponse,
    plan: ResponsePlan,
    delivery: Delivery & { readonly begun: (() => void) | undefined },
  ): Promise<void> {
    const leaving = new AbortController()
    response.on('error', () => leaving.abort())
    response.on('close', () => leaving.abort())
    if (response.destroyed) leaving.abort()
    const outcome = await writeResponse(response, plan, {
      hold: (name) => this.#hold({ request: plan.request, name, gone: leaving.signal }),
      tokensPerSecond: delivery.tokensPerSecond,
      writeBytes: delivery.writeBytes,
      gone: leaving.signal,
      begun: delivery.begun,
    })
    if (this.#remembers) this.#endQueue.push({ request: plan.request, outcome })
  }

  /** Waits until the test releases or resets the stream, or the client leaves. */
  #hold(held: { request: SimulatorRequest; name: string; gone: AbortSignal }): Promise<'release' | 'reset'> {
    if (held.gone.aborted) return Promise.resolve('release')
    return new Promise((resolve) => {
      held.gone.addEventListener('abort', () => resolve('release'), { once: true })
      const stream = { request: held.request, name: held.name }
      this.#heldQueue.push({ ...stream, release: () => resolve('release'), reset: () => resolve('reset') })
    })
  }
}

function baseUrlsOf(port: number): Record<SimulatedHost, string> {
  const url = (host: SimulatedHost): string => `http://127.0.0.1:${port}${BASE_PATHS[host]}`
  return {
    anthropic: url('anthropic'),
    openai: url('openai'),
    google: url('google'),
    xai: url('xai'),
    meta: url('meta'),
    mistral: url('mistral'),
    moonshot: url('moonshot'),
    openrouter: url('openrouter'),
    local: url('local'),
    deepseek: url('deepseek'),
  }
}

/** The key and the address of every provider: none is left with the address of its company. */
function environmentOf(baseUrls: Readonly<Record<SimulatedHost, string>>): Record<string, string> {
  const entries = PROVIDER_NAMES.flatMap((name) => {
    const { keyVariables, baseUrlVariables, keyPage } = API_PROVIDERS[name]
    const key = keyPage === null ? [] : [[keyVariables[0] ?? '', 'simulator-key'] as const]
    return [...key, [baseUrlVariables[0] ?? '', baseUrls[name]] as const]
  })
  return Object.fromEntries(entries)
}

/** Returns the provider from which a recording came; the index contains the name of its product. */
function recordedHost(name: string): SimulatedHost {
  const { file } = findRecording(name)
  const folder = file.split('/')[0] ?? ''
  if (folder === 'gemini') return 'google'
  if (folder === 'openai-responses' || folder === 'openai-chat') return 'openai'
  return SIMULATED_HOSTS.find((host) => host === folder) ?? 'local'
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}
