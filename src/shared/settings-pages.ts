/** The pages of Settings, from top to bottom. */
export const SETTINGS_PAGES = [
  'keys',
  'models',
  'pools',
  'connections',
  'endpoints',
  'tools',
  'servers',
  'agents',
  'profiles',
  'skills',
  'database',
  'browsers',
  'appearance',
  'shortcuts',
  'about',
] as const

export type SettingsPage = (typeof SETTINGS_PAGES)[number]

/** The English titles of the pages. */
export const SETTINGS_PAGE_TITLES: Readonly<Record<SettingsPage, string>> = {
  keys: 'Keys',
  models: 'Default models',
  pools: 'Pools',
  connections: 'Addresses and proxy',
  endpoints: 'Endpoints',
  tools: 'Tools and approvals',
  servers: 'MCP servers',
  agents: 'Outside agents',
  profiles: 'Profiles',
  skills: 'Skills',
  database: 'Database',
  browsers: 'Browsers',
  appearance: 'Appearance',
  shortcuts: 'Shortcuts',
  about: 'About',
}
