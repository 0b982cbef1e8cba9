import { type ErrorCategory, ERRORS } from './app-error.ts'
import type { HelpPage, HelpTarget } from './help-pages.ts'
import { headingAnchor } from './help-text.ts'
import type { SettingsPage } from './settings-pages.ts'

/** Returns a target of the help. */
export function helpAt(page: HelpPage, anchor: string | null = null): HelpTarget {
  return { page, anchor }
}

/** Where the help begins. */
export const HELP_START = helpAt('first-steps')

/** Returns the section about errors of a category: its heading is the title of the card. */
export function errorHelp(category: ErrorCategory): HelpTarget {
  return helpAt('errors', headingAnchor(ERRORS[category].title))
}

/** The section about each page of Settings. */
export const SETTINGS_HELP: Readonly<Record<SettingsPage, HelpTarget>> = {
  keys: helpAt('configuration', 'keys'),
  models: helpAt('configuration', 'the-first-model'),
  pools: helpAt('configuration', 'pools'),
  connections: helpAt('configuration', 'network'),
  endpoints: helpAt('configuration', 'endpoints'),
  tools: helpAt('tools', 'permissions'),
  servers: helpAt('tools', 'mcp-servers'),
  agents: helpAt('configuration', 'outside-agents'),
  profiles: helpAt('configuration', 'profiles'),
  skills: helpAt('behaviour/instructions', 'skills'),
  database: helpAt('configuration', 'database'),
  browsers: helpAt('command-line', 'browser'),
  appearance: helpAt('window', 'settings'),
  shortcuts: helpAt('window', 'the-command-palette'),
  about: helpAt('configuration', 'directories'),
}
