import type { Command } from 'commander'

import type { BrowserSession } from '../../shared/contract/sessions.ts'
import { jsonText } from '../../shared/json-text.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode } from './exit-code.ts'

type ListedSession = Omit<BrowserSession, 'isThis'>

export interface SessionList {
  list(): Promise<readonly ListedSession[]>
  end(id: string): Promise<void>
  /** What windows wait for, the newest first. */
  codes(): Promise<readonly WindowCode[]>
}

/** A code that a window asks for before it does something that a session alone must not allow. */
interface WindowCode {
  readonly code: string
  readonly description: string
  /** ms since the epoch. */
  readonly until: number
}

/**
 * `ikigai sessions [--end ID|all] [--codes]`: lists the browsers with access to the window, last used first. The running
 * host closes a window whose session was ended within seconds. `--codes` shows the codes that windows wait for instead.
 */
export async function sessionsCommand(
  sessions: SessionList,
  { end, codes, json }: { readonly end: string | null; readonly codes: boolean; readonly json: boolean },
  output: Output,
): Promise<ExitCode> {
  if (codes) return printCodes(await sessions.codes(), json, output)
  const all = await sessions.list()
  if (end === null) return print(all, json, output)
  const chosen = end === 'all' ? all : all.filter(({ id }) => end !== '' && id.startsWith(end))
  if (end !== 'all' && chosen.length !== 1) {
    const many = chosen.length > 1 ? `'${end}' is not unique: ${chosen.map(({ id }) => id).join(', ')}` : null
    output.error(`${many ?? `No session: ${end}. \`ikigai sessions\` lists them.`}\n`)
    return EXIT.usage
  }
  for (const { id } of chosen) await sessions.end(id)
  output.error(`Ended ${chosen.length} ${chosen.length === 1 ? 'session' : 'sessions'}.\n`)
  return EXIT.done
}

function print(all: readonly ListedSession[], json: boolean, output: Output): ExitCode {
  if (all.length === 0 && !json) output.error('No browser may open the window. `ikigai serve` prints an address.\n')
  for (const session of all) {
    const { id, browser, createdAt, lastUsedAt } = session
    output.out(
      json ? `${jsonText(session)}\n` : `${id}  last used ${time(lastUsedAt)}  opened ${time(createdAt)}  ${browser}\n`,
    )
  }
  return EXIT.done
}

function printCodes(codes: readonly WindowCode[], json: boolean, output: Output): ExitCode {
  if (codes.length === 0 && !json) output.error('No window waits for a code.\n')
  for (const code of codes) {
    output.out(json ? `${jsonText(code)}\n` : `${code.code}  until ${time(code.until)}  to ${code.description}\n`)
  }
  return EXIT.done
}

function time(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ')
}

interface SessionFlags extends JsonFlag {
  readonly end?: string
  readonly codes?: boolean
}

/** Adds `ikigai sessions`. */
export function registerSessions(
  program: Command,
  { output, finish }: CommandContext,
  openSessions: () => SessionList,
): void {
  program
    .command('sessions')
    .description('show the browsers that may open the window, or end their sessions')
    .option('--end <id>', "a unique prefix of a session's id, or all")
    .option('--codes', 'show the codes that windows wait for, and what each confirms')
    .option('--json', 'one session, or code, per line')
    .action(async ({ end, codes = false, json = false }: SessionFlags) => {
      finish(await sessionsCommand(openSessions(), { end: end ?? null, codes, json }, output))
    })
}
