import { helpAt, HELP_START } from '../../shared/help-places.ts'
import type { HelpTarget } from '../../shared/help-pages.ts'
import type { AppStores } from '../app/app-stores.ts'
import { activeComparison } from '../store/comparison.ts'
import { dialogHelp, VIEW_HELP } from '../store/help-places.ts'
import { openAgents } from '../store/layout.ts'
import { isIn } from './landmarks.ts'

/** The parts of the window beside the panes, with the section about each. */
const PARTS: readonly (readonly [selector: string, target: HelpTarget])[] = [
  ['[role="tree"]', helpAt('window', 'the-tree-of-agents')],
  ['[data-help="usage"]', helpAt('usage')],
  ['[data-help="inspector"]', helpAt('behaviour/context')],
  ['[data-help="terminal"]', helpAt('window', 'the-terminal')],
]

/** Returns the section about what the user is looking at: the open dialog, the part with the focus, or the view. */
export function helpOfPlace({ dialogs, layout, comparisons, windowView }: AppStores): HelpTarget {
  const ofDialog = dialogHelp(dialogs.getState().dialog)
  if (ofDialog !== null) return ofDialog
  const part = PARTS.find(([selector]) => isIn(selector))
  if (part !== undefined) return part[1]
  const { view } = windowView.getState()
  if (view.type !== 'panes') return VIEW_HELP[view.type]
  if (activeComparison(comparisons.getState()) !== null) return helpAt('window', 'comparisons')
  return openAgents(layout.getState()).length === 0 ? HELP_START : VIEW_HELP.panes
}
