import { SANDBOX_LEVEL_TEXT } from '../../../shared/sandbox.ts'
import { SETTINGS_PAGE_TITLES } from '../../../shared/settings-pages.ts'
import { damagedName } from '../../../shared/database-health.ts'
import { ROOM_WORDS } from '../../../shared/room.ts'
import { plural } from './plural.ts'

/** The Settings dialog, and what its pages have in common. */
export const settingsDialog = {
  title: 'Settings',
  pageChoice: 'Page of Settings',
  titles: SETTINGS_PAGE_TITLES,
  leads: {
    keys: 'A stored key is never shown again. A key in the environment overrides a stored one.',
    models: 'The model of new agents. You can change an agent’s model at any time.',
    pools: 'Several models under one name, used as /model @NAME. The model is chosen for each turn.',
    connections:
      'The address of each provider: its own, or your gateway or server. Changes apply from the next request.',
    endpoints:
      'Other servers with the API of OpenAI, Anthropic or Gemini: companies, gateways, clouds. Their models are named NAME/MODEL.',
    tools:
      'By default, reading in an agent’s folder and commands inside the sandbox are allowed; everything else needs approval. Change that here.',
    servers: 'Programs and addresses that give agents more tools. These tools need approval like all others.',
    agents:
      'Programs such as Claude Code that answer in place of a model, with your own login. They run outside the sandbox and change files themselves.',
    profiles:
      'A system prompt, a model, tools and rules under one name, for new agents and forks. Agents keep the profile that they were made with.',
    skills:
      'Instructions for particular tasks, which models load when they need them, and plugins that contain some. A change applies from the next prompt.',
    database: 'All conversations are stored in PostgreSQL: in the embedded database, or in your own.',
    browsers: 'Browsers that may open this window. A session ends after 24 hours without use, or when you end it here.',
    appearance: 'Theme, text, density and notifications. Changes take effect immediately.',
    shortcuts: 'Choose Change, then press the new keys.',
    about: 'Versions and locations, for backups and reports.',
  },
  loading: 'Loading settings…',
  save: 'Save',
  saveSetting: ({ label }: { label: string }) => `Save: ${label}`,
  edit: 'Edit',
  editEntry: ({ name }: { name: string }) => `Edit ${name}`,
  remove: 'Remove',
  removeEntry: ({ name }: { name: string }) => `Remove ${name}`,
  sandbox: 'Sandbox for commands',
  sandboxLevels: SANDBOX_LEVEL_TEXT,
  permissions: { allow: 'Allow', outside: 'Allow, also outside the sandbox', ask: 'Ask', deny: 'Deny' },
  about: {
    database: 'Database',
    keychain: 'Keychain',
    data: 'Data',
    configuration: 'Configuration',
    version: 'Version',
  },
}

/** Settings › Appearance. */
export const appearance = {
  language: 'Language',
  // Each language is named in that language, so that its readers find it.
  languages: { system: 'Match system', en: 'English', de: 'Deutsch' },
  theme: 'Theme',
  themes: { system: 'Match system', light: 'Light', dark: 'Dark' },
  textSize: 'Text size',
  density: 'Density',
  densities: { comfortable: 'Comfortable', compact: 'Compact' },
  textFont: 'Text font',
  codeFont: 'Code font',
  fontHint: ({ system }: { system: string }) =>
    `The name of an installed font, or “${system}” for the fonts of the system. Without a name, those that ikigai brings are used.`,
  code: 'Code',
  wrapLines: 'Wrap long lines',
  lineNumbers: 'Line numbers',
  longPastes: 'Long pastes',
  longPasteChoices: { attach: 'Attach', text: 'Insert as text' },
  maxPanes: 'Maximum number of panes side by side',
  automaticPanes: 'As many as fit',
  notify: 'Notify me when an agent finishes, fails or needs approval while this window is in the background',
  notificationsBlocked:
    'The browser blocks notifications for this page. Allow them in the site settings next to the address.',
}

/** Forms of pools, profiles, MCP servers and outside agents. */
export const entryForms = {
  name: 'Name',
  asJson: 'Edit as JSON',
  asForm: 'Edit as form',
  notJson: ({ problem }: { problem: string }) => `Not valid JSON: ${problem}`,
  notValid: 'The value is not valid here.',
  rowName: 'Name',
  rowValue: 'Value',
  command: 'Command',
  arguments: {
    label: 'Arguments',
    add: 'Add argument',
    remove: ({ place }: { place: number }) => `Remove argument ${place}`,
  },
  variables: {
    label: 'Environment',
    add: 'Add variable',
    remove: ({ place }: { place: number }) => `Remove variable ${place}`,
    nameOf: ({ place }: { place: number }) => `Name of variable ${place}`,
    valueOf: ({ place }: { place: number }) => `Value of variable ${place}`,
  },
}

/** Settings › Keys. */
export const providerKeys = {
  loading: 'Loading keys…',
  places: {
    keychain: 'Stored in the system keychain.',
    file: ({ reason }: { reason: string }) => `${reason}: stored in credentials.json, readable by your user only.`,
    noKeychain: 'No keychain',
  },
  test: 'Test',
  testFor: ({ provider }: { provider: string }) => `Test key for ${provider}`,
  removeFor: ({ provider }: { provider: string }) => `Remove key for ${provider}`,
  add: 'Add key',
  addFor: ({ provider }: { provider: string }) => `Add key for ${provider}`,
  replace: 'Replace',
  replaceFor: ({ provider }: { provider: string }) => `Replace key for ${provider}`,
  keyFor: ({ provider }: { provider: string }) => `Key for ${provider}`,
  placeholder: ({ variable }: { variable: string }) => `Key, as in ${variable}`,
  saveFor: ({ provider }: { provider: string }) => `Save for ${provider}`,
  looksLike: ({ provider }: { provider: string }) => `This looks like a key of ${provider}.`,
  // The address follows.
  getAt: 'Get a key at',
  states: {
    notNeeded: 'needs no key',
    missing: 'not set',
    set: 'set',
    endsIn: ({ end }: { end: string }) => `ends in …${end}`,
    from: ({ source }: { source: string }) => `from ${source}`,
    fromKeychain: 'from keychain',
  },
  testing: 'Testing the key…',
  works: ({ models }: { models: number }) => `Works · ${models} models`,
  refused: ({ provider, reason }: { provider: string; reason: string }) => `Refused by ${provider}: ${reason}`,
  refusedWithStatus: ({ provider, status, reason }: { provider: string; status: number; reason: string }) =>
    `Refused by ${provider} (${status}): ${reason}`,
  notTested: ({ reason }: { reason: string }) => `Saved, not tested: ${reason}`,
}

/** Settings › Addresses and proxy. */
export const connections = {
  defaultAddress: 'Default address',
  proxy: 'Proxy',
  forAll: 'For all providers',
  hints: {
    none: 'No proxy in use. Requests to this computer bypass the proxy.',
    own: 'In use. Overrides HTTPS_PROXY in the environment. Requests to this computer bypass the proxy.',
    environment: ({ proxy }: { proxy: string }) =>
      `In use: ${proxy}, from HTTPS_PROXY in the environment. Requests to this computer bypass the proxy.`,
  },
  reach: 'Reachable hosts',
  renew: 'List of models',
  renewals: { onRequest: 'Renew on request only', atStart: 'Renew at every start' },
  renewalQuestion: {
    title: 'Look for new models at every start?',
    about: ({ address }: { address: string | null }) =>
      `This asks the providers that you have keys for${address === null ? '' : `, and ${address}`}. You can change it in Settings, under Addresses and proxy.`,
  },
  onlyHosts: 'Only these hosts',
  anyHost: 'Any host',
  hostHints: {
    none: 'ikigai connects to any host that settings, providers or approved calls name. Separate hosts with commas; localhost alone allows nothing beyond this computer.',
    some: 'Nothing else is connected to, and no program starts that could connect to something else: no command outside the sandbox, no outside agent, no push.',
    environment: 'From IKIGAI_ONLY_HOSTS in the environment, which overrides what is set here.',
  },
}

/** Settings › Browsers. */
export const browsers = {
  loading: 'Loading sessions…',
  notInBrowser: 'This window is not in a browser, so there are no sessions of browsers here.',
  list: 'Browser sessions',
  session: ({ browser, id }: { browser: string; id: string }) => `${browser}, session ${id}`,
  thisWindow: ({ browser }: { browser: string }) => `${browser} (this window)`,
  facts: ({ used, created, id }: { used: string; created: string; id: string }) =>
    `Last used ${used} · created ${created} · ${id}`,
  end: 'End session',
  endSession: ({ id }: { id: string }) => `End session ${id}`,
  endOthers: 'End all others',
  unknown: 'Unknown browser',
  onSystem: ({ browser, system }: { browser: string; system: string }) => `${browser} on ${system}`,
}

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
    title: 'Signatures',
    last: 'Last signature',
    noneYet: 'None yet',
    hint: 'Signed every ten minutes and at the end, if there are new events.',
    compare: 'ikigai verify compares the log with it.',
  },
  health: {
    title: 'Integrity',
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
      'Check the disk first. Then close ikigai and copy its data directory. Saving what can be read and restoring the last backup are done with the command line, which runs from the source of ikigai and not from the installed app (docs/backup.md).',
  },
  worktrees: {
    title: 'Unused worktrees',
    hint: 'Worktrees of archived agents, and what is left of those whose folder is gone. Their changes can still be shown and applied afterwards.',
    look: 'Remove unused worktrees…',
    looking: 'Looking…',
    none: 'Every worktree is of use.',
    kept: ({ reason }: { reason: string }) => `Kept: ${reason}`,
    remove: ({ count }: { count: number }) =>
      plural(count, { one: 'Remove 1 worktree', other: `Remove ${count} worktrees` }),
    removing: 'Removing…',
    removed: ({ count }: { count: number }) =>
      plural(count, { one: '1 worktree was removed.', other: `${count} worktrees were removed.` }),
  },
  room: {
    title: 'Disk space',
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
