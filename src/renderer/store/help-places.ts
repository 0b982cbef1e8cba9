import { helpAt, SETTINGS_HELP } from '../../shared/help-places.ts'
import type { HelpTarget } from '../../shared/help-pages.ts'
import type { OpenDialog } from './dialog-store.ts'
import type { WindowViewType } from './window-view-store.ts'

/** The section about each view of the window. */
export const VIEW_HELP: Readonly<Record<WindowViewType, HelpTarget>> = {
  panes: helpAt('window', 'panes'),
  map: helpAt('window', 'the-map'),
  changes: helpAt('behaviour/changes', 'review'),
  race: helpAt('behaviour/races', 'window'),
}

/** The section about each dialog. The pages of Settings have their own. */
export const DIALOG_HELP: Readonly<Record<Exclude<OpenDialog['type'], 'none' | 'settings'>, HelpTarget>> = {
  palette: helpAt('window', 'the-command-palette'),
  switcher: helpAt('window', 'the-command-palette'),
  layouts: helpAt('window', 'layouts'),
  shortcuts: helpAt('window', 'the-command-palette'),
  inbox: helpAt('window', 'the-inbox'),
  recorder: helpAt('window', 'the-flight-recorder'),
  overview: helpAt('window', 'panes'),
  tree: helpAt('window', 'the-tree-of-agents'),
  profile: helpAt('configuration', 'profiles'),
  outside: helpAt('window', 'outside-agents'),
  ended: helpAt('behaviour/commands', 'exit'),
  system: helpAt('behaviour/commands', 'system'),
  prompts: helpAt('window', 'the-conversation'),
  rewind: helpAt('behaviour/context', 'rewind'),
  mark: helpAt('behaviour/context', 'marks'),
  rename: helpAt('window', 'the-tree-of-agents'),
  redact: helpAt('security', 'removing-a-secret'),
  event: helpAt('window', 'the-conversation'),
  file: helpAt('behaviour/content', 'in-the-window'),
  kill: helpAt('behaviour/commands', 'kill'),
  cost: helpAt('usage', 'what-the-costs-mean'),
  split: helpAt('window', 'panes'),
  race: helpAt('behaviour/races'),
  evaluation: helpAt('evaluation'),
  rerun: helpAt('behaviour/reruns'),
  merge_back: helpAt('behaviour/context', 'merges'),
  search: helpAt('behaviour/storage', 'search'),
  budget: helpAt('behaviour/turns', 'budgets'),
  folder: helpAt('window', 'the-folder-of-an-agent'),
  take_over: helpAt('behaviour/homes', 'taking-over'),
  export: helpAt('other-tools', 'taking-it-elsewhere'),
  import: helpAt('other-tools', 'in-the-window'),
  compare: helpAt('window', 'comparisons'),
  answers: helpAt('window', 'comparisons'),
  add_merge: helpAt('behaviour/context', 'merges'),
  add_column: helpAt('window', 'comparisons'),
  judge: helpAt('window', 'comparisons'),
  result: helpAt('window', 'comparisons'),
  adopt: helpAt('behaviour/races', 'adoption'),
  conflict: helpAt('behaviour/changes', 'undo'),
  unsure: helpAt('behaviour/changes', 'whose'),
  fork: helpAt('behaviour/context', 'forks'),
  retry: helpAt('window', 'the-conversation'),
}

/** The section about the question for a code, which is no dialog of the store. */
export const CONFIRMATION_HELP = helpAt('security', 'browser-host')

/** Returns the section about an open dialog; null: none is open. */
export function dialogHelp(dialog: OpenDialog): HelpTarget | null {
  if (dialog.type === 'none') return null
  return dialog.type === 'settings' ? SETTINGS_HELP[dialog.page ?? 'keys'] : DIALOG_HELP[dialog.type]
}
