import { damagedName } from '../../../shared/database-health.ts'
import { ROOM_WORDS } from '../../../shared/room.ts'
import { plural } from './plural.ts'

/** Settings › Database. */
export const database = {
  inUse: ({ database: name }: { database: string }) => `In use: ${name}`,
  fromEnvironment: 'DATABASE_URL is set in the environment and overrides this setting.',
  connection: 'Connection string',
  connectionHint: 'Saved in config.json with its password. The password is not shown again.',
  test: 'Test',
  testing: 'Connecting…',
  works: ({ version }: { version: string }) => `Connection works: ${version}`,
  useEmbedded: 'Use embedded database',
  embedded: 'the embedded database',
  afterRestart: ({ database: name }: { database: string }) =>
    `After a restart of ikigai: ${name}. Data in the current database stays there.`,
  backups: {
    title: 'Backups',
    period: 'Back up',
    never: 'Never',
    daily: 'Daily',
    weekly: 'Weekly',
    everyHours: ({ hours }: { hours: string }) => `Every ${hours} hours`,
    folder: 'Backup folder',
    noFolder: 'None',
    folderHint: 'A folder on another disk protects against the loss of this one.',
    last: 'Last backup',
    noneYet: 'None yet',
    backUp: 'Back up now',
    backingUp: 'Backing up…',
  },
  signing: {
    title: 'Proof',
    last: 'Last signed head',
    noneYet: 'None yet',
    hint: 'Signed every ten minutes and at the end, if there are new events.',
    compare: 'ikigai verify compares the log with it.',
  },
  health: {
    title: 'Damage',
    last: 'Last check',
    noneYet: 'None since the start',
    check: 'Check now',
    checking: 'Checking…',
    hint: 'Reads every page of the database while you work. After a crash of the database, ikigai does it by itself.',
    intact: 'Nothing is damaged.',
    what: damagedName,
    wayBack:
      'Check the disk first. Then close ikigai, and save what can be read with “ikigai backup FOLDER --damaged” or restore the last backup.',
    wayBackInApp:
      'Check the disk first. Then close ikigai and copy its data directory. Saving what can be read and restoring the last backup are done with the command line, which runs from the source of ikigai and not from the installed app (docs/data-safety.md).',
  },
  room: {
    title: 'Room on the disk',
    measuring: 'Measuring…',
    unknown: 'Unknown',
    total: 'Total',
    unused: ({ size }: { size: string }) =>
      `${size} of the database hold nothing: deleted rows, or rows of an import that failed. Later events use them.`,
    unmeasured:
      'How much of the database holds nothing is unknown: its user may not measure it, the server lacks the extensions pgstattuple and pageinspect, or it takes too long.',
    free: 'Free unused space',
    freeing: 'Freeing…',
    freed: ({ size }: { size: string }) => `${size} were given back to the disk.`,
    rule: 'Remove whole outputs',
    never: 'Never',
    afterDays: ({ days }: { days: string }) => `After ${days} days`,
    removed: ({ count, size, time }: { count: number; size: string; time: string }) =>
      `Removed so far: ${plural(count, { one: '1 output of a tool', other: `${count} outputs of tools` })} (${size}), last on ${time}.`,
    events: ({ count }: { count: string }) => `Events (${count})`,
    kinds: ROOM_WORDS,
  },
}
