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
}
