import { type Readable, Writable } from 'node:stream'

import type { Command } from 'commander'

import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext } from './command-context.ts'
import { EXIT } from './exit-code.ts'
import { interruptSignal } from './interrupt-signal.ts'

/** Serves agents to an editor until its side of the connection ends. */
type ServeAcp = (options: {
  readonly input: Readable
  readonly output: Writable
  readonly version: string
  readonly engine: Promise<Engine>
  readonly warn: (text: string) => void
  readonly signal: AbortSignal
}) => Promise<void>

/** Adds `ikigai acp`. */
export function registerAcp(program: Command, context: CommandContext, serve: ServeAcp): void {
  program
    .command('acp')
    .description('serve agents to an editor over the Agent Client Protocol, on stdin and stdout')
    .action(async () => {
      const { output, withEngine } = context
      const engine = Promise.withResolvers<Engine>()
      const serving = serve({
        input: process.stdin,
        output: writableTo(output),
        version: program.version() ?? '',
        engine: engine.promise,
        warn: (text) => output.error(`${text}\n`),
        signal: AbortSignal.any([interruptSignal(), context.stdoutFailed()]),
      })
      // The editor is answered while the database starts, which may take seconds.
      await withEngine(
        async (opened) => {
          engine.resolve(opened)
          await serving
          return EXIT.done
        },
        { approvesCalls: true },
      )
      engine.reject(new Error('ikigai could not open its database. Its error output says why.'))
      await serving
    })
}

/** The results of this process as a stream. Each chunk is whole messages. */
function writableTo(output: Output): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, written) {
      output.out(chunk.toString('utf8'))
      written()
    },
  })
}
