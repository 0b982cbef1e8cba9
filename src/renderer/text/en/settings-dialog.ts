import { SANDBOX_LEVEL_TEXT } from '../../../shared/sandbox.ts'
import { SETTINGS_PAGE_TITLES } from '../../../shared/settings-pages.ts'

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
