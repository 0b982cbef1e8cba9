import { hideSecrets } from '../shared/known-secrets.ts'
import { visibleText } from '../shared/visible-text.ts'

/** Text output of the app. stdout is for results only; everything else is written to stderr. */
export interface Output extends ErrorOutput {
  out(text: string): void
}

/** Writes what is no result: messages, warnings, progress. */
export interface ErrorOutput {
  /** `faint`: less prominent on a terminal, for the model's thinking. */
  error(text: string, style?: 'plain' | 'faint'): void
}

interface Stream {
  readonly isTTY?: boolean
  write(text: string): unknown
}

interface Streams {
  readonly stdout: Stream
  readonly stderr: Stream
  /** NO_COLOR disables styles (https://no-color.org). */
  readonly env: Readonly<Record<string, string | undefined>>
}

const FAINT = '\u001b[2m'
const NORMAL = '\u001b[22m'

/**
 * The only place that writes to stdout and stderr; a lint rule forbids all others. The text may come from models,
 * tools, servers and files, so on a terminal escape sequences and bidirectional controls are shown in visible form.
 * Output that is not to a terminal is written unchanged, except that stderr has no secrets.
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

  /** Whether stderr is a terminal. */
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
    this.#stderr.write(hideSecrets(text))
    if (isFaint) this.#streams.stderr.write(NORMAL)
  }
}

/** The end of a chunk that may continue in the next one: a lone surrogate, a carriage return or a zero-width joiner. */
const UNFINISHED = /(?:[\uD800-\uDBFF]|\u200D|\r)$/

/**
 * UTF-16 units of earlier output that are kept to determine whether new characters combine with it; longer than any
 * emoji.
 */
const CONTEXT = 32

/** Writes visible text to a terminal, in chunks that may be cut anywhere. */
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

  /** Writes what was held back because the next chunk might have continued it. */
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
