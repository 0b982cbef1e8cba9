/** How the page renders its streams: the window, bare text nodes, or the peer's renderer. */
export type GlassKind = 'window' | 'bare' | 'peer'

/** A transcript's place in the window and its text column, px. */
export interface PaneBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly textWidth: number
}

/** What the benchmark asks of the page. */
interface GlassPage {
  /**
   * Delivers in each of so many frames what arrives in a sixtieth of a second, however long a frame takes. What is done
   * for a frame then does not depend on the speed of the machine.
   */
  frames(count: number): Promise<void>
  /** Delivers text at its rate until `stop`. */
  start(): void
  stop(): void
}

/** Appends text to a stream. */
export type AppendText = (stream: number, text: string) => void

declare global {
  interface Window {
    glass: GlassPage
  }
}
