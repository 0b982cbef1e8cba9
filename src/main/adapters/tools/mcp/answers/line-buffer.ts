import { ReadBuffer, STDIO_DEFAULT_MAX_BUFFER_SIZE } from '@modelcontextprotocol/client'
import type { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

import type { AnswerReader } from './answer-reader.ts'

const NEWLINE = 0x0a

/** Gives each line of a program's output to the reader before the SDK gets it. */
class LineBuffer extends ReadBuffer {
  readonly #reader: AnswerReader
  #rest: readonly Buffer[] = []
  #size = 0

  constructor(reader: AnswerReader) {
    super()
    this.#reader = reader
  }

  override append(chunk: Buffer): void {
    const end = chunk.lastIndexOf(NEWLINE)
    this.#size += chunk.length
    this.#rest = [...this.#rest, chunk]
    // The SDK refuses a line that never ends.
    if (end < 0 && this.#size <= STDIO_DEFAULT_MAX_BUFFER_SIZE) return
    const all = Buffer.concat(this.#rest)
    const complete = end < 0 ? all.length : all.length - (chunk.length - end - 1)
    this.#rest = complete === all.length ? [] : [all.subarray(complete)]
    this.#size = all.length - complete
    const lines = all.subarray(0, complete).toString('utf8').split('\n')
    super.append(Buffer.from(lines.map((line) => this.#reader.read(line)).join('\n'), 'utf8'))
  }

  override clear(): void {
    this.#rest = []
    this.#size = 0
    super.clear()
  }
}

/** Reads what the program sends with the reader. */
export function readProgramLines(transport: StdioClientTransport, reader: AnswerReader): void {
  Reflect.set(transport, '_readBuffer', new LineBuffer(reader))
}
