import type { Command } from 'commander'

import type { Output } from '../process-output.ts'
import type { CommandContext } from './command-context.ts'
import { EXIT, type ExitCode } from './exit-code.ts'
import { interruptSignal } from './interrupt-signal.ts'

interface ServeFlags {
  readonly address?: string
  readonly port?: string
  readonly api?: boolean
  readonly printOpenapi?: boolean
}

/** Where to listen; null: as in config.json. */
export interface ServePlace {
  readonly address: string | null
  readonly port: number | null
}

/** Serves until the signal aborts. */
type Serve = (place: ServePlace, signal: AbortSignal, output: Output) => Promise<ExitCode>

/** What `ikigai serve` can serve. */
export interface Servers {
  readonly window: Serve
  readonly api: Serve
  readonly printOpenApi: (output: Output) => Promise<ExitCode>
}

/** Adds `ikigai serve`. */
export function registerServe(program: Command, { output, finish }: CommandContext, servers: Servers): void {
  program
    .command('serve')
    .description('serve the window to a browser, or the HTTP API to programs')
    .option('--address <address>', 'where to listen (config.json: listen_address)')
    .option('--port <port>', 'on which port (config.json: listen_port; for the API the next one)')
    .option('--api', 'serve the HTTP API instead of the window, to programs with a token (ikigai tokens)')
    .option('--print-openapi', 'print the description of the API (OpenAPI 3.1), and serve nothing')
    .action(async ({ address, port: portText, api, printOpenapi }: ServeFlags) => {
      if (printOpenapi === true) return finish(await servers.printOpenApi(output))
      const port = portText === undefined ? null : Number(portText)
      if (port !== null && !isPort(port)) {
        output.error(`Not a port: ${portText}. Use a number from 0 (any free port) to 65535.\n`)
        return finish(EXIT.usage)
      }
      const serve = api === true ? servers.api : servers.window
      finish(await serve({ address: address ?? null, port }, interruptSignal(), output))
    })
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 0 && port <= 65_535
}
