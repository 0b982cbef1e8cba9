import type { Command } from 'commander'

import type { Output } from '../process-output.ts'
import type { CommandContext } from './command-context.ts'
import type { ExitCode } from './exit-code.ts'
import { interruptSignal } from './interrupt-signal.ts'

interface ServeFlags {
  readonly address?: string
  readonly port?: string
}

/** Serves the window to a browser until the signal aborts. */
type Serve = (flags: ServeFlags, signal: AbortSignal, output: Output) => Promise<ExitCode>

/** Adds `ikigai serve`. */
export function registerServe(program: Command, { output, finish }: CommandContext, serve: Serve): void {
  program
    .command('serve')
    .description('serve the window to a browser')
    .option('--address <address>', 'where to listen (config.json: listen_address)')
    .option('--port <port>', 'on which port (config.json: listen_port)')
    .action(async (options: ServeFlags) => {
      finish(await serve(options, interruptSignal(), output))
    })
}
