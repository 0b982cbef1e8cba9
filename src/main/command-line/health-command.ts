import type { Command } from 'commander'

import { damagedName } from '../../shared/database-health.ts'
import type { DataHealth, HealthReport } from '../core/ports/health-ports.ts'
import type { CommandContext } from './command-context.ts'
import { EXIT, exitCodeOf } from './exit-code.ts'

/** Adds `ikigai health`, which needs no engine (docs/backup.md#a-damaged-database). */
export function registerHealth(program: Command, { output, finish }: CommandContext, health: () => DataHealth): void {
  program
    .command('health')
    .description('read every page of the database and name what is damaged, while ikigai runs; changes nothing')
    .action(async () => {
      const checked = await health().check()
      if (checked.ok) for (const line of healthLines(checked.value)) output.error(`${line}\n`)
      else output.error(`${checked.error.message}\n`)
      if (!checked.ok) finish(exitCodeOf(checked.error))
      else finish(checked.value.damages.length === 0 ? EXIT.done : EXIT.turnFailed)
    })
}

/** What was found, and what can be done. */
function healthLines({ checked, isThorough, damages }: HealthReport): readonly string[] {
  const how = isThorough ? 'Read and compared' : 'Read (without amcheck, so indexes were not compared)'
  const summary = `${how}: tables and indexes, ${checked} in all.`
  if (damages.length === 0) return [summary, 'Nothing is damaged.']
  const found = damages.map((damage) => `Damaged: ${damagedName(damage)}: ${damage.problem}`)
  return [summary, ...found, ...waysBack(damages.every(({ isIndex }) => isIndex))]
}

function waysBack(onlyIndexes: boolean): readonly string[] {
  return [
    ...(onlyIndexes ? ['Only indexes are damaged: no content is lost, and a restored backup has new ones.'] : []),
    'Check the disk first. Then, with ikigai closed and FOLDER a new folder:',
    '  ikigai backup FOLDER --damaged        saves what can still be read',
    '  IKIGAI_DATA_DIR=NEW ikigai restore FOLDER     begins anew with it in another data directory; so does the last backup before the damage',
    'Make no backup without --damaged into the folder of an older backup.',
  ]
}
