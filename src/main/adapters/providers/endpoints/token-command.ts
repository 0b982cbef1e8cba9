import type { AppError } from '../../../../shared/app-error.ts'
import { learnSecrets } from '../../../../shared/known-secrets.ts'
import { err, mapOk, ok, type Result } from '../../../../shared/result.ts'
import { HeldTokens } from './held-tokens.ts'
import { printedOutput } from './printed-output.ts'
import { readToken, type Token } from './read-token.ts'

/** How long the program may run, ms. */
export const PROGRAM_LIMIT_MS = 30_000

export interface TokenProgram {
  /** The endpoint, as errors name it. */
  readonly label: string
  readonly command: readonly string[]
}

/** The tokens that programs of endpoints print. Tokens are in memory only, and in no message. */
export class TokenCommands {
  readonly #environment: Readonly<Record<string, string | undefined>>
  readonly #now: () => number
  readonly #timeLimitMs: number
  readonly #held: HeldTokens

  constructor({
    environment,
    now = () => Date.now(),
    timeLimitMs = PROGRAM_LIMIT_MS,
  }: {
    readonly environment: Readonly<Record<string, string | undefined>>
    /** Returns ms since the epoch. */
    readonly now?: () => number
    readonly timeLimitMs?: number
  }) {
    this.#environment = environment
    this.#now = now
    this.#timeLimitMs = timeLimitMs
    this.#held = new HeldTokens(now)
  }

  /** Returns a token that is valid for a while. `refused`: a token that the server did not accept. */
  async token(program: TokenProgram, refused?: string): Promise<Result<string, AppError>> {
    const source = JSON.stringify(program.command)
    return mapOk(await this.#held.get(source, () => this.#made(program), refused), ({ token }) => token)
  }

  async #made(program: TokenProgram): Promise<Result<Token, AppError>> {
    const printed = await printedOutput(program.command, this.#environment, this.#timeLimitMs)
    if ('problem' in printed) return noToken(program, printed.problem)
    const read = readToken(printed.text, this.#now())
    if (typeof read === 'string') return noToken(program, read)
    learnSecrets([read.token])
    return ok(read)
  }
}

function noToken({ label, command }: TokenProgram, what: string): Result<never, AppError> {
  const program = command[0] ?? ''
  const message = `No token for ${label}: the program ${program} of its token_command ${what}. Run it in a terminal to see why, or correct the entry in config.json.`
  return err({ category: 'AUTH', message, retryable: false })
}
