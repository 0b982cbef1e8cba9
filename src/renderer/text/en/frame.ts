import { plural } from './plural.ts'

interface InternalError {
  readonly message: string
  readonly file: string | null
  /** Whose turn has ended with it. */
  readonly agent: string | null
}

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
    reopened: 'Engine opened anew',
    reopenedAbout: ({ message }: { message: string }) =>
      `The engine was closed and opened anew after an internal error: ${message}. Turns that ran are interrupted and can be resumed. Click to dismiss.`,
    internalErrorAbout: ({ message, file, agent }: InternalError) =>
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
