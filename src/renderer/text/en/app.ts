import type { AppCommandId } from '../../../shared/app-commands.ts'
import { plural } from './plural.ts'

/** Words that dialogs of several folders have in common. */
export const common = {
  cancel: 'Cancel',
  close: 'Close',
  loading: 'Loading…',
  undo: 'Undo',
  redo: 'Redo',
  newAgent: 'New agent',
  noResults: 'No results',
}

interface InternalError {
  readonly message: string
  readonly file: string | null
  /** Whose turn has ended with it. */
  readonly agent: string | null
}

/** The frame of the window: title bar, the foot of the tree, and what is shown over the whole window. */
export const frame = {
  titleBar: {
    hideTree: 'Hide agent tree',
    showTree: 'Show agent tree',
    demo: 'Demo',
    exitDemo: 'Exit demo',
    search: 'Search or run a command',
    settings: 'Settings',
  },
  views: {
    label: 'Views',
    menu: 'Tree and views',
    panes: 'Panes',
    map: 'Map',
    changes: 'Changes',
    race: 'Race',
    withKeys: ({ view, keys }: { view: string; keys: string }) => `${view} (${keys})`,
  },
  needsYou: {
    count: ({ count }: { count: number }) => plural(count, { one: '1 needs you', other: `${count} need you` }),
    title: ({ parts }: { parts: string }) => `Needs you: ${parts}`,
    permissions: ({ count }: { count: number }) =>
      plural(count, { one: '1 permission', other: `${count} permissions` }),
    questions: ({ count }: { count: number }) => plural(count, { one: '1 question', other: `${count} questions` }),
    interrupted: ({ count }: { count: number }) =>
      plural(count, { one: '1 interrupted turn', other: `${count} interrupted turns` }),
    unknownShort: 'Unknown',
    unknown: 'What needs you is unknown until the engine is reached again.',
  },
  status: {
    label: 'Status',
    running: ({ agents }: { agents: number }) => `${agents} running`,
    unknown: 'Unknown what runs',
    noKeychain: 'No keychain',
    withoutKeychain: 'using environment and credentials.json',
    lastBackup: ({ date }: { date: string }) => `The last backup was made on ${date}.`,
    backupOverdue: 'Backup overdue',
    newer: ({ version }: { version: string }) => `Version ${version} is available`,
    newerAbout: 'Open Settings to install it.',
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
  },
  otherCodes: {
    label: 'Code for another window',
    about: ({ request }: { request: string }) =>
      `Another window wants to ${request}. If it is yours, enter this code there:`,
    unknown: 'If it is not yours, end its session.',
    browsers: 'Show browsers',
  },
  windowName: ({ name }: { name: string }) => `${name} · ikigai`,
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
    elsewhere: 'If you do not see that terminal, this command shows the code on that machine:',
    copyCommand: 'Copy command',
    confirm: 'Confirm',
  },
}

/** Settings › Shortcuts. */
export const shortcuts = {
  singleKeys: 'Single letters act (A allows a call, J goes to the next message, E edits it)',
  search: 'Search commands',
  commands: 'Commands',
  pressKeys: 'Press keys…',
  pressKeysFor: ({ command }: { command: string }) => `Press keys for ${command}`,
  change: 'Change',
  changeFor: ({ command }: { command: string }) => `Change keys for ${command}`,
  reset: 'Reset',
  resetFor: ({ command }: { command: string }) => `Reset keys for ${command}`,
  replace: 'Replace',
  replaceKey: ({ conflict }: { conflict: string }) => `Replace: ${conflict}`,
  conflict: ({ commands }: { commands: string }) => `Used by ${commands}. Replace?`,
  quoted: ({ command }: { command: string }) => `“${command}”`,
}

/** The command palette and the list of shortcuts. */
export const palette = {
  title: 'Command palette',
  placeholder: 'Search commands and agents',
  recent: 'Recently used',
  groups: { Agents: 'Commands for agents', Panes: 'Commands for panes', View: 'Commands for the window' },
  heading: ({ page, heading }: { page: string; heading: string }) => `${page} › ${heading}`,
  /** Words under which a command is found beside its title. */
  synonyms: {
    'agent.archive': 'hide delete',
    'agent.cancel': 'abort interrupt',
    'agent.changes': 'diff review undo files git',
    'agent.clear': 'forget empty reset',
    'agent.compress': 'compact summarise shorten',
    'agent.export': 'save download',
    'agent.folder': 'worktree directory project workspace',
    'agent.fork': 'worktree branch',
    'agent.import': 'ChatGPT Claude Cursor conversations',
    'agent.kill': 'delete remove',
    'agent.model': 'switch provider',
    'agent.newOutside': 'Claude Code Codex Gemini CLI ACP',
    'agent.race': 'attempts test best',
    'agent.rewind': 'undo back',
    'agent.terminal': 'shell console',
    'agent.thinking': 'reasoning effort',
    'agent.switch': 'go to quick recent last used',
    'agent.prompts': 'outline questions jump',
    'layout.list': 'arrangement save workspace',
    'edit.searchAll': 'all agents messages history',
    'pane.reopen': 'undo',
    'settings.appearance': 'language text size font theme zoom density',
    'settings.database': 'backup restore storage disk worktrees',
    'settings.keys': 'API login account',
    'settings.models': 'standard provider price',
    'help.open': 'documentation manual',
    'help.tour': 'introduction tutorial learn',
    'view.shortcuts': 'keys bindings',
    'view.usage': 'cost spending tokens',
  } satisfies Partial<Record<AppCommandId, string>>,
  agents: 'Go to agent',
  moreAgents: ({ agents }: { agents: number }) =>
    plural(agents, {
      one: '1 more agent. Type more of the name.',
      other: `${agents} more agents. Type more of the name.`,
    }),
  messages: 'Messages',
  searchMessages: ({ text }: { text: string }) => `Search all messages for “${text}”`,
  command: ({ title, detail }: { title: string; detail: string }) => `${title}: ${detail}`,
  shortcuts: 'Keyboard shortcuts',
  anyPane: 'Go to pane 1…9',
  anyLayout: 'Open layout 1…9',
}

/** The list of agents to switch to. */
export const switcher = {
  title: 'Switch agent',
  placeholder: 'Search agents',
  lately: 'Used last',
  others: 'Other agents',
  more: ({ agents }: { agents: number }) =>
    plural(agents, {
      one: '1 more agent. Type more of the name.',
      other: `${agents} more agents. Type more of the name.`,
    }),
  under: ({ parent, folder }: { parent: string; folder: string }) => `${parent} · ${folder}`,
  keys: ({ open, beside, next }: { open: string; beside: string; next: string | undefined }) =>
    [
      `${open} shows it`,
      `${beside} opens a pane for it`,
      ...(next === undefined ? [] : [`${next} selects the next`]),
    ].join(' · '),
}

/** The saved arrangements of panes. */
export const layouts = {
  title: 'Layouts',
  about: 'A layout is what the window shows now: its panes with their agents, the comparison, and the view.',
  name: 'Name of the layout',
  placeholder: 'review',
  save: 'Save',
  replace: 'Replace',
  saved: 'Saved layouts',
  none: 'No layout is saved yet.',
  facts: ({ panes, view }: { panes: string; view: string | null }) => (view === null ? panes : `${panes} · ${view}`),
  compared: 'Comparison',
  open: ({ layout }: { layout: string }) => `Open ${layout}`,
  remove: ({ layout }: { layout: string }) => `Remove ${layout}`,
  removed: ({ layout }: { layout: string }) => `Removed layout ${layout}.`,
  notChanged: 'The layouts were not changed. Try again.',
  full: ({ layouts }: { layouts: number }) => `${layouts} layouts are saved. Remove one first.`,
  opened: ({ layout }: { layout: string }) => `Layout ${layout}`,
  gone: ({ layout }: { layout: string }) => `None of the agents of ${layout} exists any more.`,
}

/** The context menu of the desktop app. */
export const contextMenu = {
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  openLink: 'Open link',
  copyLink: 'Copy link',
  copyImage: 'Copy image',
  saveImage: 'Save image…',
  noSuggestions: 'No suggestions',
  learnWord: 'Add to dictionary',
  checkSpelling: 'Check spelling',
  downloadDictionaries: 'Check spelling (downloads dictionaries from Google, from the next start)',
}

/** The terminal below a conversation. */
export const terminal = {
  title: 'Terminal',
  close: 'Close terminal',
  toPrompt: 'to the prompt',
  notLoaded: 'The terminal could not be loaded. Close it and open it again.',
  tryAgain: 'Try again',
}
