import type { TerminalItem } from '../../../shared/terminal.ts'

/** Most UTF-16 units that a reader was sent and has not confirmed, and as many that wait for it. */
const MAX_UNSHOWN = 256_000

/**
 * One reader of a terminal, which confirms what it has shown. It is sent nothing while too much is unconfirmed; if too
 * much waits then, it gets a snapshot later instead.
 */
export class TerminalFeed {
  readonly #onRoom: () => void
  #waiting = ''
  #unshown = 0
  /** What waits is not all: the next item is a snapshot. */
  #isBehind = true
  #end: TerminalItem | null = null
  #isClosed = false
  #wake: (() => void) | null = null

  /** `onRoom`: called when the feed may have stopped being full. */
  constructor(onRoom: () => void) {
    this.#onRoom = onRoom
  }

  /** Whether the terminal should wait for this reader. */
  get isFull(): boolean {
    return this.#isBehind || this.#waiting.length + this.#unshown >= MAX_UNSHOWN
  }

  add(text: string): void {
    if (this.#isBehind) return
    this.#waiting += text
    if (this.#waiting.length > MAX_UNSHOWN) {
      this.#isBehind = true
      this.#waiting = ''
    }
    this.#wake?.()
  }

  shown(units: number): void {
    this.#unshown = Math.max(0, this.#unshown - units)
    this.#onRoom()
    this.#wake?.()
  }

  end(code: number | null): void {
    this.#end = { type: 'ended', code }
    this.#wake?.()
  }

  close(): void {
    this.#isClosed = true
    this.#wake?.()
  }

  /** Yields items until the terminal has ended or the feed is closed. `scrollback`: everything that is kept. */
  async *batches(reader: number, scrollback: () => string): AsyncGenerator<readonly TerminalItem[]> {
    while (!this.#isClosed) {
      const item = this.#unshown < MAX_UNSHOWN ? this.#next(reader, scrollback) : null
      if (item !== null) {
        yield [item]
        if (item.type === 'ended') return
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
        this.#wake = null
      }
    }
  }

  #next(reader: number, scrollback: () => string): TerminalItem | null {
    if (this.#isBehind) {
      this.#isBehind = false
      const text = scrollback()
      this.#unshown += text.length
      this.#onRoom()
      return { type: 'snapshot', reader, text }
    }
    if (this.#waiting === '') return this.#end
    const text = this.#waiting
    this.#waiting = ''
    this.#unshown += text.length
    return { type: 'output', text }
  }
}
