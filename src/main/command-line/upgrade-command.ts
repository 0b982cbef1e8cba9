import type { Command } from 'commander'

import type { DataUpgrade } from '../core/ports/upgrade-ports.ts'
import type { CommandContext } from './command-context.ts'
import { EXIT, type ExitCode, exitCodeOf } from './exit-code.ts'
import type { Output } from '../process-output.ts'
import { printWithheld } from './print-withheld.ts'
import { type TerminalQuestion, terminalQuestion } from './terminal-question.ts'

interface UpgradeFlags {
  readonly yes?: boolean
  readonly olderCopy?: boolean
  readonly programs?: string
}

/** Adds `ikigai upgrade`, which needs no engine (docs/backup.md#upgrades). */
export function registerUpgrade(
  program: Command,
  { output, errorIsTerminal, finish }: CommandContext,
  upgrade: () => DataUpgrade,
): void {
  program
    .command('upgrade')
    .description('move the built-in database to the PostgreSQL of this version; shows what will happen and asks first')
    .option('--yes', 'do not ask; needed without a terminal')
    .option('--older-copy', 'use a copy that may lack what was recorded last')
    .option('--programs <folder>', 'where the programs of the older PostgreSQL are')
    .action(async (flags: UpgradeFlags) => {
      const ask = terminalQuestion(output, errorIsTerminal)
      finish(await upgradeCommand(upgrade(), flags, { ask, output }))
    })
}

async function upgradeCommand(
  upgrade: DataUpgrade,
  { yes = false, olderCopy = false, programs }: UpgradeFlags,
  { ask, output }: { readonly ask: TerminalQuestion | null; readonly output: Output },
): Promise<ExitCode> {
  const tell = (text: string): void => output.error(`${text}\n`)
  const wishes = { olderCopy, programs: programs ?? null }
  const planned = await upgrade.plan(wishes)
  if (!planned.ok) {
    tell(planned.error.message)
    return exitCodeOf(planned.error)
  }
  const plan = planned.value
  if (plan === null) {
    tell('The database is of the right version. There is nothing to do.')
    return EXIT.done
  }
  tell(plan.text)
  if (!yes && ask === null) {
    tell('There is no terminal to ask at. Give --yes.')
    return EXIT.usage
  }
  if (!yes && (await ask?.('Upgrade? Type yes: '))?.trim().toLowerCase() !== 'yes') {
    tell('Nothing was changed.')
    return EXIT.cancelled
  }
  const done = await upgrade.run(plan, wishes)
  tell(done.ok ? done.value.text : done.error.message)
  if (done.ok) printWithheld(done.value.withheld, output)
  return done.ok ? EXIT.done : exitCodeOf(done.error)
}
