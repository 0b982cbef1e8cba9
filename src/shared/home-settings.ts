import { WINDOW_SETTINGS } from './window-settings.ts'

/** What a setting of the database is, apart from those of windows, which are shared content. */
interface StoredFacts {
  /**
   * `home`: each home has its own, because it is a right, a folder, or leads in another way to programs, requests and files
   * on its machine. `shared`: one value for all engines on the database.
   */
  readonly at: 'home' | 'shared'
  /** Whether a restore of a backup that is not verified keeps it: content and limits, which lead to none of these. */
  readonly unproven: 'content' | 'left_out'
}

const OWN = { at: 'home', unproven: 'left_out' } as const
const CONTENT = { at: 'shared', unproven: 'content' } as const
/** Shared, but only for what runs now, or a decision of a user. */
const PASSING = { at: 'shared', unproven: 'left_out' } as const

/** By the whole key. A setting without a row does not compile: where it holds has to be decided. */
const SETTINGS = {
  agent_folders: OWN,
  agent_instructions: OWN,
  agent_sandboxes: OWN,
  agent_worktrees: OWN,
  approval_rules: OWN,
  backup_log_id: CONTENT,
  budgets: CONTENT,
  day_budget: OWN,
  month_budget: OWN,
  folder_trust: OWN,
  hashes_since_event: CONTENT,
  keep_warm: OWN,
  limit_returns: OWN,
  model_pools: OWN,
  outside_options: OWN,
  removed_tool_outputs: OWN,
  removed_worktrees: OWN,
  request_print_key: PASSING,
  reserved_use: PASSING,
  restored_until_event: CONTENT,
  run_limits: PASSING,
  skill_switches: OWN,
  tree_arrangement: CONTENT,
  worktree_setups: OWN,
} as const satisfies Readonly<Record<string, StoredFacts>>

/** By the beginning of their keys. Rights of turns, forks and mail only take away. */
const PREFIXES = {
  'agent_folder:': OWN,
  'agent_identity:': CONTENT,
  'first_definition:': OWN,
  'fork_rights:': CONTENT,
  'foreign-session/': CONTENT,
  'last_run:': OWN,
  'mail_rights:': CONTENT,
  'tool_definition:': OWN,
  'tree_use:': PASSING,
  'turn_rights:': CONTENT,
  'unconfined_run:': OWN,
} as const satisfies Readonly<Record<string, StoredFacts>>

/** The keys that the engine and windows may use. */
export type StoredKey = keyof typeof SETTINGS | `${keyof typeof PREFIXES}${string}` | (typeof WINDOW_SETTINGS)[number]

const BY_KEY: ReadonlyMap<string, StoredFacts> = new Map<string, StoredFacts>([
  ...WINDOW_SETTINGS.map((key): [string, StoredFacts] => [key, CONTENT]),
  ...Object.entries(SETTINGS),
])
const BY_PREFIX: readonly (readonly [string, StoredFacts])[] = Object.entries(PREFIXES)

/** Null: no version of the engine knows the key. */
function factsOf(key: string): StoredFacts | null {
  return BY_KEY.get(key) ?? BY_PREFIX.find(([prefix]) => key.startsWith(prefix))?.[1] ?? null
}

const PREFIX = 'home:'

/** Returns the key under which a home keeps a setting. */
export function keyAtHome(key: string, homeId: string): string {
  return factsOf(key)?.at === 'home' ? `${PREFIX}${homeId}:${key}` : key
}

/** Whether a restore of a backup that is not verified keeps a setting. One that is not known is left out. */
export function isContentSetting(key: string): boolean {
  return factsOf(key)?.unproven === 'content'
}
