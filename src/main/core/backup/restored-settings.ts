import { WINDOW_SETTINGS } from '../../../shared/window-settings.ts'
import { RESTORED_UNTIL } from '../ports/backup-ports.ts'

/** Settings of a database that hold content or limits, and lead to no program, folder, request or right. */
const CONTENT: ReadonlySet<string> = new Set([
  ...WINDOW_SETTINGS,
  'backup_log_id',
  'budgets',
  'hashes_since_event',
  RESTORED_UNTIL,
  'tree_arrangement',
])

/** The same, by the beginning of their keys. Rights of turns and of mail only take away. */
const CONTENT_PREFIXES = ['agent_identity:', 'foreign-session/', 'mail_rights:', 'turn_rights:'] as const

/** Whether a restore of a backup that is not verified keeps a setting. A setting that is not known is left out. */
export function isRestoredSetting(key: string): boolean {
  return CONTENT.has(key) || CONTENT_PREFIXES.some((prefix) => key.startsWith(prefix))
}
