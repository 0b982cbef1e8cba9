import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { join } from 'node:path'

import type { AgentId } from '../../../shared/ids.ts'
import type { ToolCallSite } from '../../core/ports/tool-ports.ts'
import { tryToMakeFolder } from '../../make-folder.ts'
import { defined } from '../../../shared/defined.ts'

export interface CollectedOutput {
  /** Valid text of approximately the limit at most; a cut in the middle is marked. */
  readonly text: string
  /** Total size, bytes. */
  readonly size: number
  /** Path of the complete output, if `text` is incomplete. */
  readonly fullOutput?: string
}

export interface OutputLimits {
  /** Most bytes that are sent to a model. */
  readonly maxOutputSize: number
  /** Folder for the complete output, if it was cut. */
  readonly outputDirectory: string
}

/** Returns the name of the file of a call. Reruns give their calls the ids of recorded ones, which have files too. */
export function outputName({ agentId, callId }: ToolCallSite): string {
  return `${agentId}-${callId}`
}

/** Returns how the names of the files of an agent's calls begin. */
export function outputPrefix(agentId: AgentId): string {
  return fileName(`${agentId}-`)
}

function fileName(text: string): string {
  return text.replaceAll(/[^\w-]/g, '_')
}

/** Largest complete output that is kept, bytes. More would only fill the disk. */
export const MAX_KEPT_SIZE = 2 * 1024 ** 3

/**
 * Collects a tool's output of any size in bounded memory: its beginning and its end. Once it is too long, the complete
 * output is written to a file.
 */
export class OutputCollector {
  readonly #limits: OutputLimits
  readonly #name: string
  #size = 0
  #whole: Buffer[] = []
  #head: Buffer = Buffer.alloc(0)
  #tail: Buffer[] = []
  #tailSize = 0
  #file: { readonly path: string; readonly stream: WriteStream; error: Error | null } | null = null

  /** `name`: the unique name of the file, without extension. */
  constructor(name: string, limits: OutputLimits) {
    this.#name = fileName(name)
    this.#limits = limits
  }

  get size(): number {
    return this.#size
  }

  /** Resolves when more can be written, so that a fast program does not fill the memory. */
  async write(chunk: Buffer): Promise<void> {
    this.#size += chunk.length
    if (this.#file !== null) return this.#append(chunk)
    this.#whole.push(chunk)
    if (this.#size > this.#limits.maxOutputSize) await this.#spill()
  }

  async finish(): Promise<CollectedOutput> {
    if (this.#file === null) return { text: asText(Buffer.concat(this.#whole)), size: this.#size }
    const { stream, path } = this.#file
    await new Promise<void>((resolve) => stream.end(() => resolve()))
    const tail = Buffer.concat(this.#tail).subarray(-this.#half())
    const left = this.#size - this.#head.length - tail.length
    const kept = this.#file.error === null ? ` The whole output is in ${path}` : ''
    const text = `${headText(this.#head)}\n\n[… ${left} of ${this.#size} bytes are left out here.${kept} …]\n\n${tailText(tail)}`
    return { text, size: this.#size, ...defined({ fullOutput: kept !== '' ? path : undefined }) }
  }

  #half(): number {
    return Math.floor(this.#limits.maxOutputSize / 2)
  }

  async #spill(): Promise<void> {
    const { outputDirectory } = this.#limits
    const whole = Buffer.concat(this.#whole)
    const path = join(outputDirectory, `${this.#name}.txt`)
    tryToMakeFolder(outputDirectory, { mode: 0o700 })
    const file: { path: string; stream: WriteStream; error: Error | null } = {
      path,
      stream: createWriteStream(path, { mode: 0o600 }),
      error: null,
    }
    // A full disk loses the file, but not the result.
    file.stream.on('error', (error) => (file.error = error))
    this.#file = file
    this.#head = Buffer.from(whole.subarray(0, this.#half()))
    this.#whole = []
    await this.#append(whole)
  }

  async #append(chunk: Buffer): Promise<void> {
    this.#keepTail(chunk)
    const file = this.#file
    if (file === null || file.error !== null || file.stream.write(chunk)) return
    // A stream that failed emits `close`, but never `drain`.
    const settled = new AbortController()
    await Promise.race(['drain', 'close'].map((name) => once(file.stream, name, { signal: settled.signal }))).catch(
      () => undefined,
    )
    settled.abort()
  }

  #keepTail(chunk: Buffer): void {
    this.#tail.push(chunk)
    this.#tailSize += chunk.length
    while (this.#tailSize - (this.#tail[0]?.length ?? 0) >= this.#half()) {
      this.#tailSize -= this.#tail.shift()?.length ?? 0
    }
  }
}

/** Decodes the bytes. Invalid UTF-8 becomes U+FFFD. */
export function asText(bytes: Buffer): string {
  return new TextDecoder().decode(bytes)
}

/** Decodes the bytes without an incomplete character at the end. */
function headText(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true })
}

function tailText(bytes: Buffer): string {
  const start = bytes.findIndex((byte) => (byte & 0xc0) !== 0x80)
  return asText(bytes.subarray(Math.max(start, 0)))
}
