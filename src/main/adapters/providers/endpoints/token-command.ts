import type { AppError } from '../../../../shared/app-error.ts'
import { learnSecrets } from '../../../../shared/known-secrets.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import { startProcess } from '../../start-process.ts'
import { readToken, type Token } from './read-token.ts'

/** How long the program may run, ms. */
const TIME_LIMIT_MS = 30_000
/** How much it may print, bytes. */
const MAX_OUTPUT = 100_000
/** Before its end a token is renewed by so much, ms, or by a tenth of its life if that is less. */
const MARGIN_MS = 120_000

export interface TokenProgram {
  /** The endpoint, as errors name it. */
  readonly label: string
  readonly command: readonly string[]
}

interface Held extends Token {
  /** When the program printed it, ms since the epoch. */
  readonly since: number
}

/**
 * The tokens that programs of endpoints print. Each is kept until shortly before its end; of one program only one run is
 * under way, whoever waits for it. Tokens are in memory only, and in no message.
 */
export class TokenCommands {
  readonly #environment: Readonly<Record<string, string | undefined>>
  readonly #now: () => number
  readonly #timeLimitMs: number
  readonly #held = new Map<string, Held>()
  readonly #running = new Map<string, Promise<Result<Held, AppError>>>()

  constructor({
    environment,
    now = () => Date.now(),
    timeLimitMs = TIME_LIMIT_MS,
  }: {
    readonly environment: Readonly<Record<string, string | undefined>>
    /** Returns ms since the epoch. */
    readonly now?: () => number
    readonly timeLimitMs?: number
  }) {
    this.#environment = environment
    this.#now = now
    this.#timeLimitMs = timeLimitMs
  }

  /** Returns a token that is valid for a while. `refused`: a token that the server did not accept; it is not returned again. */
  async token(program: TokenProgram, refused?: string): Promise<Result<string, AppError>> {
    const key = JSON.stringify(program.command)
    const held = this.#held.get(key)
    if (held !== undefined && held.token !== refused && !this.#ends(held)) return ok(held.token)
    const running = this.#running.get(key) ?? this.#run(program, key)
    const made = await running
    return made.ok ? ok(made.value.token) : made
  }

  #ends({ since, expiresAt }: Held): boolean {
    const margin = Math.min(MARGIN_MS, (expiresAt - since) / 10)
    return this.#now() >= expiresAt - margin
  }

  #run(program: TokenProgram, key: string): Promise<Result<Held, AppError>> {
    const running = this.#made(program)
      .then((made) => {
        if (made.ok) this.#held.set(key, made.value)
        return made
      })
      .finally(() => this.#running.delete(key))
    this.#running.set(key, running)
    return running
  }

  async #made(program: TokenProgram): Promise<Result<Held, AppError>> {
    const printed = await this.#printed(program)
    if (!printed.ok) return printed
    const since = this.#now()
    const read = readToken(printed.value, since)
    if (typeof read === 'string') return noToken(program, read)
    learnSecrets([read.token])
    return ok({ ...read, since })
  }

  async #printed(program: TokenProgram): Promise<Result<string, AppError>> {
    const [command = '', ...args] = program.command
    const started = await startProcess(command, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...this.#environment },
      windowsHide: true,
      // It asks a service for the token, by ways of its own.
      reaches: 'anything',
    })
    if (!started.ok) return noToken(program, `could not be started: ${started.error.message}`)
    const child = started.value
    child.stdin.on('error', () => undefined).end()
    child.stderr.resume()
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      child.kill('SIGKILL')
      // What it started may hold the pipe open.
      child.stdout.destroy()
      child.stderr.destroy()
    }, this.#timeLimitMs)
    const chunks: Buffer[] = []
    let size = 0
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= MAX_OUTPUT) chunks.push(chunk)
    })
    const code = await ended
    clearTimeout(timer)
    if (isLate) return noToken(program, `did not end within ${Math.round(this.#timeLimitMs / 1000)} s`)
    // What it printed about its failure may hold a token, so it is not repeated.
    if (code !== 0) return noToken(program, code === null ? 'was ended by a signal' : `ended with code ${code}`)
    if (size > MAX_OUTPUT) return noToken(program, 'printed more than a token')
    return ok(Buffer.concat(chunks).toString('utf8'))
  }
}

function noToken({ label, command }: TokenProgram, what: string): Result<never, AppError> {
  const program = command[0] ?? ''
  const message = `No token for ${label}: the program ${program} of its token_command ${what}. Run it in a terminal to see why, or correct the entry in config.json.`
  return err({ category: 'AUTH', message, retryable: false })
}
