import type { AppError } from '../../../shared/app-error.ts'
import { type EndpointState, hasUsableKey } from '../../../shared/endpoints/endpoint-trial.ts'
import type { ModelInfo } from '../../../shared/model-info.ts'
import { utcDate } from '../../../shared/model-price.ts'
import { ENDPOINT } from '../../../shared/providers.ts'
import type { Config } from '../ports/config-ports.ts'
import type { EndpointProbe } from '../ports/endpoint-ports.ts'
import type { ProviderFactory } from '../ports/provider-ports.ts'
import { endpointsOfNewAgents } from './default-model.ts'
import type { Clock } from '../ports/system-ports.ts'

/** The list of an endpoint as last asked for. */
export interface EndpointList {
  readonly models: readonly ModelInfo[]
  /** Why it could not be loaded the last time; `models` are those of the time before. Null: it was loaded. */
  readonly problem: AppError | null
}

interface KeptList extends EndpointList {
  /** What the endpoint was when it was asked: after a change it is asked again. */
  readonly of: string
  /** Ms since the epoch. */
  readonly at: number
}

interface EndpointListSources {
  readonly config: Config
  readonly endpoints?: EndpointProbe | undefined
  readonly providers: ProviderFactory
  readonly clock: Clock
}

/** How long listings wait for the answers of endpoints, ms. Later ones are in the next listing. */
const WAIT_MS = 3_000
/** How long an endpoint has to answer, ms. */
const ANSWER_MS = 20_000
/** After so long a list is loaded again, ms. */
const RENEW_MS = 60 * 60_000
/** After so long a list that could not be loaded is asked for again, ms. */
const RETRY_MS = 60_000

/** Asks the endpoints that can be used for their lists of models, and keeps them. */
export class EndpointLists {
  readonly #sources: EndpointListSources
  readonly #kept = new Map<string, KeptList>()
  readonly #asked = new Map<string, Promise<AppError | null>>()

  constructor(sources: EndpointListSources) {
    this.#sources = sources
  }

  /** The names of the endpoints that have a key or need none, in their order. */
  async ready(): Promise<readonly string[]> {
    return (await this.#ready()).map(({ name }) => name)
  }

  /**
   * Returns the lists by the names of their endpoints. Those that were not asked since their last change are waited for,
   * but not long; old ones are renewed meanwhile.
   */
  async all(signal: AbortSignal): Promise<ReadonlyMap<string, EndpointList>> {
    const ready = await this.#ready()
    const now = this.#sources.clock.now()
    const waited: Promise<unknown>[] = []
    for (const state of ready) {
      const kept = this.#kept.get(state.name)
      const isOfNow = kept?.of === markOf(state)
      const age = now - (kept?.at ?? 0)
      if (kept === undefined || !isOfNow) this.#kept.delete(state.name)
      if (isOfNow && age < (kept.problem === null ? RENEW_MS : RETRY_MS)) continue
      const asked = this.#ask(state)
      if (!isOfNow || kept.models.length === 0) waited.push(asked)
    }
    if (waited.length > 0) await this.#wait(waited, signal)
    return this.#kept
  }

  /** Asks one endpoint again. Returns why that failed; null: it did not. */
  async renew(name: string): Promise<AppError | null> {
    const state = (await this.#sources.endpoints?.states())?.find((each) => each.name === name)
    // What is asked already may have been asked with an earlier key.
    await this.#asked.get(name)
    return state === undefined ? null : this.#ask(state)
  }

  /** Returns the model of new agents where no provider has one: what the entry names first, or the first of the list. */
  async firstModel(): Promise<string | null> {
    const { config, clock } = this.#sources
    for (const { name, models } of endpointsOfNewAgents(config, await this.ready())) {
      const [written] = models
      if (written !== undefined) return `${name}/${written.id}`
      const listed = (await this.all(new AbortController().signal)).get(name)?.models ?? []
      const first = firstUsable(listed, utcDate(clock.now()))
      if (first !== null) return first.id
    }
    return null
  }

  async #wait(work: readonly Promise<unknown>[], signal: AbortSignal): Promise<void> {
    const done = new AbortController()
    const limit = this.#sources.clock.sleep(WAIT_MS, AbortSignal.any([signal, done.signal]))
    await Promise.race([Promise.all(work), limit])
    done.abort()
  }

  async #ready(): Promise<readonly EndpointState[]> {
    const states = (await this.#sources.endpoints?.states()) ?? []
    return states.filter(hasUsableKey)
  }

  #ask(state: EndpointState): Promise<AppError | null> {
    const running = this.#asked.get(state.name)
    if (running !== undefined) return running
    const asked = this.#load(state).finally(() => this.#asked.delete(state.name))
    this.#asked.set(state.name, asked)
    return asked
  }

  async #load(state: EndpointState): Promise<AppError | null> {
    const { name } = state
    const made = await this.#sources.providers.create(ENDPOINT, { model: `${name}/model` })
    const listed = made.ok ? await made.value.listModels(AbortSignal.timeout(ANSWER_MS)) : made
    const problem = listed.ok ? null : listed.error
    const models = listed.ok ? listed.value : (this.#kept.get(name)?.models ?? [])
    this.#kept.set(name, { models, problem, of: markOf(state), at: this.#sources.clock.now() })
    return problem
  }
}

function markOf({ entry, key }: EndpointState): string {
  return JSON.stringify([entry, key])
}

/** Forms of the names of models that make no text, or only judge it. */
const OTHER_WORK =
  /embed|rerank|whisper|transcri|tts|speech|audio|moderation|guard|(?:^|[-/_])(?:image|ocr|video|flux|bge|gte|e5|sdxl|parakeet|orpheus)|diffusion/i

/** Returns the first model of a list that new agents can begin with; null: it has none. */
export function firstUsable(models: readonly ModelInfo[], today: string): ModelInfo | null {
  const usable = models.filter(({ id, endsOn }) => !OTHER_WORK.test(id) && (endsOn === null || endsOn >= today))
  return usable[0] ?? null
}
