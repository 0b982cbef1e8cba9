import type { Command } from 'commander'

import type { Output } from '../process-output.ts'
import type { CommandContext } from './command-context.ts'
import { EXIT, type ExitCode } from './exit-code.ts'
import { interruptSignal } from './interrupt-signal.ts'

interface PortFlag {
  readonly port?: string
}

interface ServeFlags extends PortFlag {
  readonly address?: string
  readonly api?: boolean
  readonly printOpenapi?: boolean
}

interface OpenFlags extends PortFlag {
  /** False with `--no-open`. */
  readonly open: boolean
}

/** Where to listen; null: as in config.json. */
export interface ServePlace {
  readonly address: string | null
  readonly port: number | null
}

/** A window that is served. */
export interface ServedPlace extends ServePlace {
  /** Opens the address in a window of this machine, where one can be shown. */
  readonly opens: boolean
  /** The demo on data of its own, instead of the data of the user. */
  readonly isDemo: boolean
}

/** Serves until the signal aborts. */
type Serve<Place> = (place: Place, signal: AbortSignal, output: Output) => Promise<ExitCode>

/** What `ikigai serve` can serve. */
export interface Servers {
  readonly window: Serve<ServedPlace>
  readonly api: Serve<ServePlace>
  readonly printOpenApi: (output: Output) => Promise<ExitCode>
}

/** The command that `ikigai` without arguments runs. */
export const DEFAULT_COMMAND = 'open'

/** Adds `ikigai open`, `ikigai demo` and `ikigai serve`. */
export function registerServe(program: Command, { output, finish }: CommandContext, servers: Servers): void {
  /** Calls `serve` with the port of the flag, null without the flag; ends with an error if it is not a port. */
  const withPort = async ({ port }: PortFlag, serve: (port: number | null) => Promise<ExitCode>): Promise<void> => {
    const number = port === undefined ? null : Number(port)
    if (number === null || isPort(number)) return finish(await serve(number))
    output.error(`Not a port: ${port}. Use a number from 0 (any free port) to 65535.\n`)
    finish(EXIT.usage)
  }
  const openWindow = (flags: OpenFlags, isDemo: boolean, otherPort: number | null): Promise<void> =>
    withPort(flags, (port) => {
      const place = { address: null, port: port ?? otherPort, opens: flags.open, isDemo }
      return servers.window(place, interruptSignal(), output)
    })

  program
    .command(DEFAULT_COMMAND)
    .description('open the window in a browser, as `ikigai` without a command does; the address is printed as well')
    .option('--port <port>', 'on which port (config.json: listen_port)')
    .option('--no-open', 'print the address only')
    .action((flags: OpenFlags) => openWindow(flags, false, null))
  program
    .command('demo')
    .description('open a demo: scripted answers without a key, a tree to try things on, and nothing is kept')
    .option('--port <port>', 'on which port (default: a free one)')
    .option('--no-open', 'print the address only')
    .action((flags: OpenFlags) => openWindow(flags, true, 0))
  program
    .command('serve')
    .description('serve the window to a browser, or the HTTP API to programs')
    .option('--address <address>', 'where to listen (config.json: listen_address)')
    .option('--port <port>', 'on which port (config.json: listen_port; for the API the next one)')
    .option('--api', 'serve the HTTP API instead of the window, to programs with a token (ikigai tokens)')
    .option('--print-openapi', 'print the description of the API (OpenAPI 3.1), and serve nothing')
    .action(async (flags: ServeFlags) => {
      if (flags.printOpenapi === true) return finish(await servers.printOpenApi(output))
      await withPort(flags, (port) => {
        const place = { address: flags.address ?? null, port, opens: false, isDemo: false }
        const serve = flags.api === true ? servers.api : servers.window
        return serve(place, interruptSignal(), output)
      })
    })
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 0 && port <= 65_535
}
