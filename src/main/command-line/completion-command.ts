import { Argument, type Command } from 'commander'

import type { CommandContext } from './command-context.ts'
import { listedCommand } from './command-tree.ts'
import { COMPLETION_SCRIPTS, type Shell, SHELLS } from './completion-scripts.ts'
import { EXIT } from './exit-code.ts'
import { manPage } from './man-page.ts'

/** Adds `ikigai completion` and `ikigai man`, which are made of the program's own commands and options. */
export function registerCompletion(program: Command, { output, finish }: CommandContext): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText('after', '\nFor bash: source <(ikigai completion bash)')
    .action((shell: Shell) => {
      output.out(COMPLETION_SCRIPTS[shell](listedCommand(program)))
      finish(EXIT.done)
    })
  program
    .command('man')
    .description('print the man page: ikigai man | man -l -')
    .action(() => {
      output.out(manPage(listedCommand(program), program.version() ?? ''))
      finish(EXIT.done)
    })
}
