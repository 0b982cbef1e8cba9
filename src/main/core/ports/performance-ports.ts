/** The fine clock of the engine's process. */
export interface EnginePerformance {
  /** Current time, ms since the epoch, with fractions. */
  now(): number
  /** Calls `onDelay` with each delay of the event loop of at least `atLeast` ms, about twice a second the longest one. */
  watchLoop(atLeast: number, onDelay: (ms: number) => void): () => void
}
