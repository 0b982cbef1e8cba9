/** The pages of Settings, from top to bottom. */
export const SETTINGS_PAGES = [
  { id: 'keys', title: 'Keys' },
  { id: 'models', title: 'Default models' },
  { id: 'pools', title: 'Pools' },
  { id: 'connections', title: 'Addresses and proxy' },
  { id: 'tools', title: 'Tools and approvals' },
  { id: 'servers', title: 'MCP servers' },
  { id: 'agents', title: 'Outside agents' },
  { id: 'profiles', title: 'Profiles' },
  { id: 'skills', title: 'Skills' },
  { id: 'database', title: 'Database' },
  { id: 'browsers', title: 'Browsers' },
  { id: 'appearance', title: 'Appearance' },
  { id: 'shortcuts', title: 'Shortcuts' },
  { id: 'about', title: 'About' },
] as const

export type SettingsPage = (typeof SETTINGS_PAGES)[number]['id']
