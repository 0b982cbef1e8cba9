import { batches } from '../../../../shared/batches.ts'
import { CONTENT_PIECE } from '../../../../shared/attachment.ts'
import { fromBase64 } from '../../../../shared/base64.ts'
import { DONE, ok, refuse, type Result } from '../../../../shared/result.ts'
import type { SessionImportStep, SourcePiece, SourceStep } from '../../../../shared/session-import.ts'
import { FeedQueue } from '../../events/feed-queue.ts'
import type { StagedSource } from '../../ports/foreign-ports.ts'
import type { ForeignImportDependencies } from './foreign-import-dependencies.ts'
import { ForeignImporter } from './foreign-importer.ts'
import { importSteps } from './import-steps.ts'
import { listSessions } from './list-sessions.ts'

/** Imports that may be open at the same time, of all clients. */
const MAX_OPEN = 8
/** Conversations in one item of a feed, and between two reports of how many were found. */
const BATCH = 500
const NOT_OPEN = 'This import is not open any more. Import the files again.'

/** Files of other tools that clients send. Each one's files are kept as long as the feed that began it. */
export class SourceImports {
  readonly #dependencies: ForeignImportDependencies
  readonly #importer: ForeignImporter
  readonly #open = new Map<string, OpenSource>()
  /** Feeds that have begun. */
  #begun = 0

  constructor(dependencies: ForeignImportDependencies) {
    this.#dependencies = dependencies
    this.#importer = new ForeignImporter(dependencies)
  }

  /** Takes the files of a client and lists what is in them. The feed then stays open until it is stopped. */
  async *begin(signal: AbortSignal): AsyncGenerator<Result<SourceStep>> {
    if (this.#begun >= MAX_OPEN) {
      yield refuse(`There are ${MAX_OPEN} imports open. Close one of them, and try again.`)
      return
    }
    this.#begun += 1
    try {
      const staged = await this.#dependencies.foreignFiles.stage()
      if (staged.ok) yield* this.#take(new OpenSource(staged.value, signal))
      else yield staged
    } finally {
      this.#begun -= 1
    }
  }

  async *#take(source: OpenSource): AsyncGenerator<Result<SourceStep>> {
    const sourceId = this.#dependencies.ids.uuid()
    this.#open.set(sourceId, source)
    try {
      yield ok({ type: 'ready', sourceId })
      const received = await source.received
      if (received.ok) yield* this.#list(source)
      else yield received
      if (received.ok) await source.stopped
    } finally {
      this.#open.delete(sourceId)
      await source.discard()
    }
  }

  async *#list(source: OpenSource): AsyncGenerator<Result<SourceStep>> {
    const steps = new FeedQueue<Result<SourceStep>>()
    const listing = this.#listInto(source, steps).finally(() => steps.close())
    try {
      for await (const batch of steps.batches()) yield* batch
    } finally {
      await listing
    }
  }

  async #listInto(source: OpenSource, steps: FeedQueue<Result<SourceStep>>): Promise<void> {
    const { settings } = this.#dependencies
    const onFound = (found: number): void => {
      if (found % BATCH === 0) steps.push(ok({ type: 'reading', found }))
    }
    steps.push(ok({ type: 'reading', found: 0 }))
    const opened = await source.files.open()
    const listed = opened.ok ? await listSessions(opened.value, settings, { signal: source.signal, onFound }) : opened
    if (!listed.ok) return steps.push(listed)
    const { sessions, unread } = listed.value
    for (const some of batches(sessions, BATCH)) steps.push(ok({ type: 'sessions', sessions: some }))
    source.isListed = true
    steps.push(ok({ type: 'listed', unread }))
  }

  /** Takes the next piece. REFUSED if it is another one, or the files are not allowed: the feed then ends with the reason. */
  async add(piece: SourcePiece): Promise<Result<null>> {
    return this.#open.get(piece.sourceId)?.add(piece) ?? refuse(NOT_OPEN)
  }

  /** Imports conversations of files that were listed. The files stay until their own feed ends. */
  async *import(
    { sourceId, sessions }: { readonly sourceId: string; readonly sessions: readonly string[] | null },
    signal: AbortSignal,
  ): AsyncGenerator<Result<SessionImportStep>> {
    const source = this.#open.get(sourceId)
    if (source?.isListed !== true) {
      yield refuse(NOT_OPEN)
      return
    }
    const stop = AbortSignal.any([signal, source.signal])
    yield* importSteps(sessions?.length ?? null, (onWritten) =>
      source.use(async () => {
        const opened = await source.files.open()
        if (!opened.ok) return opened
        return this.#importer.import(opened.value, { signal: stop, wanted: sessions ?? undefined, onWritten })
      }),
    )
  }
}

/** The files of one client, in the order of their pieces. */
class OpenSource {
  readonly files: StagedSource
  readonly signal: AbortSignal
  /** Resolves when all pieces are stored, or with why they are not. */
  readonly received: Promise<Result<null>>
  /** Resolves when the client has left. */
  readonly stopped: Promise<void>
  isListed = false
  readonly #received = Promise.withResolvers<Result<null>>()
  readonly #uses = new Set<Promise<unknown>>()
  #path = ''
  #offset = 0
  #isBusy = false
  #isEnded = false

  constructor(files: StagedSource, signal: AbortSignal) {
    this.files = files
    this.signal = signal
    this.received = this.#received.promise
    const stopped = Promise.withResolvers<void>()
    this.stopped = stopped.promise
    const stop = (): void => {
      this.#end(refuse(NOT_OPEN))
      stopped.resolve()
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  }

  async add({ path, offset, data, isLast }: SourcePiece): Promise<Result<null>> {
    const expected = path === this.#path ? this.#offset : 0
    const bytes = fromBase64(data)
    if (this.#isEnded || this.#isBusy) return refuse(NOT_OPEN)
    if (offset !== expected || bytes.length > CONTENT_PIECE) {
      return this.#end(refuse('The pieces of the files did not arrive in order. Import them again.'))
    }
    this.#isBusy = true
    const added = await this.use(() => this.files.append(path, bytes))
    this.#isBusy = false
    this.#path = path
    this.#offset = offset + bytes.length
    if (!added.ok || isLast) return this.#end(added)
    return DONE
  }

  /** Keeps the files while something is done with them. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    const working = work()
    const ended = working.catch(() => undefined)
    this.#uses.add(ended)
    try {
      return await working
    } finally {
      this.#uses.delete(ended)
    }
  }

  async discard(): Promise<void> {
    await Promise.all(this.#uses)
    await this.files.discard()
  }

  /** Takes no more pieces. */
  #end(received: Result<null>): Result<null> {
    this.#isEnded = true
    this.#received.resolve(received)
    return received
  }
}
