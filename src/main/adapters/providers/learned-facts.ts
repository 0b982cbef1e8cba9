import { z } from 'zod'

import { parseJson } from './wire-value.ts'
import { readRegularFile } from '../read-regular-file.ts'
import { replaceFile } from '../replace-file.ts'

/** Something that an answer of a server has shown about one of its models. */
export interface ModelFact {
  /** The provider and its endpoint. */
  readonly server: string
  readonly model: string
  readonly name: string
  readonly value: string
}

const storedSchema = z.object({
  facts: z.array(
    z.object({ server: z.string(), model: z.string(), name: z.string(), value: z.string(), at: z.number() }),
  ),
})
type StoredFact = z.infer<typeof storedSchema>['facts'][number]

/** For how long a fact holds, ms: servers and models are updated. */
const HOLDS_MS = 24 * 60 * 60 * 1000
/** Most facts that are kept; the newest stay. */
const MAX_FACTS = 1_000

/**
 * Facts about models that only their servers know, such as the parts of requests that they refuse. All provider
 * instances of a process share them; another process on the same data directory reads them from the file. A file that
 * cannot be read or written costs one more refused request, nothing else.
 */
export class LearnedFacts {
  readonly #path: string | null
  readonly #now: () => number
  #facts = new Map<string, StoredFact>()
  #reading: Promise<void> | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor({
    path,
    now = () => Date.now(),
  }: {
    /** The file in which the facts outlive this process. Missing: they do not. */
    readonly path?: string
    /** Returns ms since the epoch. */
    readonly now?: () => number
  } = {}) {
    this.#path = path ?? null
    this.#now = now
  }

  /** Reads the file, once. */
  ready(): Promise<void> {
    return (this.#reading ??= this.#read())
  }

  /** Returns the value of a fact; null: nothing was learned, or too long ago. */
  find(fact: Omit<ModelFact, 'value'>): string | null {
    const found = this.#facts.get(keyOf(fact))
    return found === undefined || this.#isOld(found) ? null : found.value
  }

  learn(fact: ModelFact): void {
    if (this.find(fact) === fact.value) return
    const { server, model, name, value } = fact
    this.#facts.delete(keyOf(fact))
    this.#facts.set(keyOf(fact), { server, model, name, value, at: this.#now() })
    this.#save()
  }

  /** Returns what is known about a model at any server of a provider, oldest first, with when it was learned, ms since the epoch. */
  about(provider: string, model: string): readonly (ModelFact & { readonly at: number })[] {
    return [...this.#facts.values()].filter(
      (fact) => fact.server.startsWith(`${provider} `) && fact.model === model && !this.#isOld(fact),
    )
  }

  /** Forgets all facts about the models of a server, which may have changed. */
  forget(server: string): void {
    const kept = [...this.#facts].filter(([, fact]) => fact.server !== server)
    if (kept.length === this.#facts.size) return
    this.#facts = new Map(kept)
    this.#save()
  }

  /** Resolves when everything that was learned is in the file. */
  saved(): Promise<void> {
    return this.#writing
  }

  #isOld({ at }: StoredFact): boolean {
    return Math.abs(this.#now() - at) > HOLDS_MS
  }

  async #read(): Promise<void> {
    for (const fact of await this.#stored()) if (!this.#facts.has(keyOf(fact))) this.#facts.set(keyOf(fact), fact)
  }

  async #stored(): Promise<readonly StoredFact[]> {
    if (this.#path === null) return []
    const { text } = await readRegularFile(this.#path).catch(() => ({ text: '' }))
    const parsed = storedSchema.safeParse(parseJson(text))
    return parsed.success ? parsed.data.facts.filter((fact) => !this.#isOld(fact)) : []
  }

  #save(): void {
    const path = this.#path
    if (path === null) return
    this.#writing = this.#writing.then(async () => {
      const facts = [...this.#facts.values()].filter((fact) => !this.#isOld(fact)).slice(-MAX_FACTS)
      await replaceFile(path, `${JSON.stringify({ facts })}\n`).catch(() => undefined)
    })
  }
}

function keyOf({ server, model, name }: Omit<ModelFact, 'value'>): string {
  return JSON.stringify([server, model, name])
}
