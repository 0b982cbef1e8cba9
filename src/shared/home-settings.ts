/** Settings that each home has for itself, by their whole key. */
const OWN_KEYS: ReadonlySet<string> = new Set([
  'agent_folders',
  'agent_instructions',
  'agent_sandboxes',
  'agent_worktrees',
  'removed_worktrees',
  'approval_rules',
  'day_budget',
  'folder_trust',
  'keep_warm',
  'model_pools',
  'outside_options',
  'removed_tool_outputs',
  'skill_switches',
])

/** The same, by the beginning of their keys. */
const OWN_PREFIXES = ['agent_folder:', 'first_definition:', 'last_run:', 'tool_definition:', 'unconfined_run:'] as const

const PREFIX = 'home:'

/**
 * Returns the key under which a home keeps a setting: rights, folders, and whatever else leads to programs, requests and
 * files on its machine. All other settings are shared.
 */
export function keyAtHome(key: string, homeId: string): string {
  return isOwn(key) ? `${PREFIX}${homeId}:${key}` : key
}

function isOwn(key: string): boolean {
  return OWN_KEYS.has(key) || OWN_PREFIXES.some((prefix) => key.startsWith(prefix))
}
