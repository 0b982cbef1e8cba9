import { plural } from './plural.ts'

/** The frame of the window: title bar, status bar, and what is shown over the whole window. */
export const frame = {
  titleBar: {
    hideTree: 'Hide agent tree',
    showTree: 'Show agent tree',
    demo: 'Demo',
    exitDemo: 'Exit demo',
    search: 'Search commands and agents',
    settings: 'Settings',
  },
  statusBar: {
    label: 'Status',
    running: ({ agents }: { agents: number }) => `${agents} running`,
    waiting: ({ agents }: { agents: number }) => plural(agents, { one: '1 needs you', other: `${agents} need you` }),
    databaseOk: 'database ok',
    keychainOk: 'keychain ok',
    lastBackup: ({ date }: { date: string }) => `The last backup was made on ${date}.`,
    backupOverdue: 'Backup overdue',
    backupFailed: 'Backup failed',
    databaseDamaged: 'Database damaged',
    damaged: ({ names }: { names: string }) => `Damaged: ${names}. Open Settings for what to do.`,
    dismiss: 'Dismiss',
    internalError: 'Internal error',
    internalErrorAbout: ({ message, file, agent }: { message: string; file: string | null; agent: string | null }) =>
      [
        agent === null
          ? `ikigai goes on after an internal error: ${message}.`
          : `The turn of ${agent} ended with an internal error: ${message}.`,
        ...(file === null ? [] : [`Please report it with ${file}.`]),
        'Click to dismiss.',
      ].join(' '),
    connection: { connecting: 'connecting…', open: 'connected', lost: 'offline' },
  },
  resizeTree: 'Resize agent tree',
  resizeUsage: 'Resize usage',
  resizeInspector: 'Resize inspector',
  opening: 'Opening',
  openingNow: 'Opening…',
  connecting: 'Connecting to the engine…',
  firstTime: 'The first start creates the database, which takes a few seconds.',
  offline: 'Offline: the engine can’t be reached. Reconnecting…',
  ended: {
    title: 'The session has ended',
    about: 'Everything is saved. You can close this tab.',
    back: 'Continue',
  },
  confirmation: {
    title: 'Confirm',
    about: ({ request }: { request: string }) => `This window wants to ${request}.`,
    code: 'Code shown in the terminal that runs ikigai',
    confirm: 'Confirm',
  },
}
