import { visibleText } from '../shared/visible-text.ts'

/** Where the app writes text. stdout carries results only; everything else goes to stderr. */
export interface Output {
  out(text: string): void
  /** `faint`: less prominent at a terminal, for what a model thinks. */
  error(text: string, style?: 'plain' | 'faint'): void
}

interface Stream {
  readonly isTTY?: boolean
  write(text: string): unknown
}

interface Streams {
  readonly stdout: Stream
  readonly stderr: Stream
  /** NO_COLOR switches styles off (https://no-color.org). */
  readonly env: Readonly<Record<string, string | undefined>>
}

const FAINT = '\u001b[2m'
const NORMAL = '\u001b[22m'

/**
 * The only place that writes to stdout and stderr; a lint rule refuses every other. Models, tools, servers and files
 * say what is in the text, so a terminal is sent it in visible form: no escape sequence and no bidirectional control of
 * theirs reaches it. What is not a terminal is sent the text byte for byte.
 */
export class ProcessOutput implements Output {
  readonly #streams: Streams
  readonly #stdout: TerminalText
  readonly #stderr: TerminalText

  constructor(streams: Streams) {
    this.#streams = streams
    this.#stdout = new TerminalText(streams.stdout)
    this.#stderr = new TerminalText(streams.stderr)
  }

  /** A person reads stderr at a terminal. */
  get errorIsTerminal(): boolean {
    return this.#streams.stderr.isTTY === true
  }

  out(text: string): void {
    this.#stderr.flush()
    this.#stdout.write(text)
  }

  error(text: string, style: 'plain' | 'faint' = 'plain'): void {
    this.#stdout.flush()
    const isFaint = style === 'faint' && this.errorIsTerminal && (this.#streams.env['NO_COLOR'] ?? '') === ''
    if (isFaint) this.#streams.stderr.write(FAINT)
    this.#stderr.write(text)
    if (isFaint) this.#streams.stderr.write(NORMAL)
  }
}

/** The end of a piece that may belong together with the next one: half a character, a line end, a sequence of emoji. */
const UNFINISHED = /(?:[\uD800-\uDBFF]|\u200D|\r)$/

/** UTF-16 units of what was written before, which decide whether the next ones belong to it; longer than any emoji. */
const CONTEXT = 32

/** Visible text to a terminal, in pieces that may be cut anywhere. */
class TerminalText {
  readonly #stream: Stream
  #before = ''
  #held = ''

  constructor(stream: Stream) {
    this.#stream = stream
  }

  write(text: string): void {
    if (this.#stream.isTTY !== true) return void this.#stream.write(text)
    const all = this.#held + text
    this.#held = UNFINISHED.exec(all)?.[0] ?? ''
    this.#show(all.slice(0, all.length - this.#held.length))
  }

  /** Writes what was held back: nothing more belongs to it. */
  flush(): void {
    const held = this.#held
    this.#held = ''
    this.#show(held)
  }

  #show(text: string): void {
    if (text === '') return
    const shown = visibleText(this.#before)
    const all = visibleText(this.#before + text)
    this.#stream.write(all.startsWith(shown) ? all.slice(shown.length) : visibleText(text))
    this.#before = (this.#before + text).slice(-CONTEXT)
  }
}

/** The output of this process. */
export const processOutput = new ProcessOutput(process)
