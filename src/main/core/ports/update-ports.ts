import type { UpdateNews, UpdateRefusal, UpdateState } from '../../../shared/app-update.ts'
import type { Result } from '../../../shared/result.ts'

/** Newer versions of ikigai. Its methods never reject. */
export interface Updates {
  state(): UpdateState
  /** Asks whether there is a newer version; what was found is in the state. */
  check(signal: AbortSignal): Promise<UpdateState>
  /** Loads the newer version and checks it; nothing is replaced yet. A failure is in the state, too. */
  load(signal: AbortSignal): Promise<Result<null, UpdateRefusal>>
  /** Closes ikigai, replaces it with what was loaded, and starts it again; returns before. */
  restart(): void
  news(): Promise<UpdateNews>
}

/** A newer version on this machine, whose signature, size and hash were checked. */
export interface LoadedUpdate {
  readonly version: string
  /** Absolute. */
  readonly path: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Base64. */
  readonly sha512: string
}

/** Closes the app, replaces it and starts it again. Called once. `failed`: it was not replaced. */
export type ReplaceApp = (update: LoadedUpdate, failed: (reason: UpdateRefusal) => void) => void
