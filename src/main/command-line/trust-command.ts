import { resolve } from 'node:path'

import type { Command } from 'commander'

import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext } from './command-context.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'

interface TrustFlags {
  readonly refuse?: boolean
  readonly forget?: boolean
  readonly list?: boolean
}

/** Adds `ikigai trust`. */
export function registerTrust(program: Command, { output, finish, withEngine }: CommandContext): void {
  program
    .command('trust')
    .description('trust the project of a folder: its instruction files are loaded, and reading in it needs no approval')
    .argument('[folder]', 'a folder of the project; missing: the current one')
    .option('--refuse', 'do not trust it, and do not ask about it')
    .option('--forget', 'remove the decision')
    .option('--list', 'show all decisions')
    .action(async (folder: string | undefined, flags: TrustFlags) => {
      if ([flags.refuse, flags.forget, flags.list].filter(Boolean).length > 1) {
        output.error('--refuse, --forget and --list cannot be combined. Use one of them.\n')
        return finish(EXIT.usage)
      }
      await withEngine((engine) =>
        flags.list === true ? listTrust(engine, output) : decide(engine, resolve(folder ?? '.'), flags, output),
      )
    })
}

async function decide(engine: Engine, folder: string, flags: TrustFlags, output: Output): Promise<ExitCode> {
  const trusts = flags.forget === true ? null : flags.refuse !== true
  const decided = await engine.instructions.trust({ folder, trusts })
  if (!decided.ok) return failed(decided, output, EXIT.usage)
  const word = trusts === null ? 'Undecided again' : trusts ? 'Trusted' : 'Not trusted'
  output.out(`${word}: ${decided.value}\n`)
  return EXIT.done
}

async function listTrust(engine: Engine, output: Output): Promise<ExitCode> {
  const all = await engine.instructions.trusted()
  if (!all.ok) return failed(all, output, EXIT.turnFailed)
  const decisions = Object.entries(all.value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [project, trusts] of decisions) output.out(`${trusts ? 'trusted' : 'refused'}  ${project}\n`)
  return EXIT.done
}
