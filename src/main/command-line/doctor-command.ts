import type { Command } from 'commander'

import { jsonText } from '../../shared/json-text.ts'
import { MACHINE_FACTS, type MachineFact, machineFactText } from '../../shared/machine-facts.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT } from './exit-code.ts'

/** How a line begins. */
const MARKS = { ok: 'ok      ', warning: 'warning ', error: 'error   ' } as const

/** Adds `ikigai doctor`, which needs no engine. */
export function registerDoctor(
  program: Command,
  { output, finish }: CommandContext,
  facts: () => Promise<readonly MachineFact[]>,
): void {
  program
    .command('doctor')
    .description('check what ikigai needs on this machine, with the command that adds what is missing; changes nothing')
    .option('--json', 'print it as JSON')
    .action(async ({ json = false }: JsonFlag) => {
      const found = await facts()
      if (json) output.out(`${jsonText(found)}\n`)
      else for (const fact of found) output.out(`${doctorLine(fact)}\n`)
      finish(found.some(({ state }) => state === 'error') ? EXIT.turnFailed : EXIT.done)
    })
}

/** Returns what was found of one thing, on one line. */
function doctorLine(fact: MachineFact): string {
  const line = `${MARKS[fact.state]}${MACHINE_FACTS[fact.name].title}: ${machineFactText(fact)}`.replaceAll('\n', ' ')
  return fact.command === null ? line : `${line}. Run: ${fact.command}`
}
