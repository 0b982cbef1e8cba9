import type { KeyBinding } from './app-command-row.ts'
import { APP_COMMANDS } from './app-commands.ts'

/** Keys that work in one part of the page and belong to no command. They cannot be changed. */
const FIXED_SCOPED_KEYS = [
  { title: 'Send the prompt', keys: ['Enter'] },
  { title: 'Insert a line break in the prompt', keys: ['Shift+Enter'] },
  { title: 'Recall an earlier prompt', keys: ['ArrowUp'] },
  { title: 'Complete a command or a file', keys: ['Tab'] },
  { title: 'Go to the attachments from the start of the prompt', keys: ['ArrowLeft'] },
  { title: 'Paste a long text without attaching it', keys: ['Mod+Shift+V'] },
  { title: 'Go to the next message', keys: ['Alt+PageDown'] },
  { title: 'Go to the previous message', keys: ['Alt+PageUp'] },
  { title: 'Go to the message after the focused one', keys: ['J'] },
  { title: 'Go to the message before the focused one', keys: ['K'] },
  { title: 'Go to the first message', keys: ['Home'] },
  { title: 'Go to the newest message', keys: ['End'] },
  { title: 'Edit the focused prompt', keys: ['E'] },
  { title: 'Try the focused answer again', keys: ['R'] },
  { title: 'Try the focused answer again with other models', keys: ['Shift+R'] },
  { title: 'Show the previous version of the focused message', keys: ['ArrowLeft'] },
  { title: 'Show the next version of the focused message', keys: ['ArrowRight'] },
  { title: 'Fork from the focused message', keys: ['F'] },
  { title: 'Fork before the focused message', keys: ['Shift+F'] },
  { title: 'Copy the focused message', keys: ['C'] },
  { title: 'Rename the selected agent in the tree', keys: ['F2'] },
  { title: 'Open the selected agent in a new pane', keys: ['Mod+Enter'] },
  { title: 'Select or deselect an agent in the tree', keys: ['Space'] },
  { title: 'Extend the selection in the tree', keys: ['Shift+ArrowDown'] },
  { title: 'Select all agents that the tree shows', keys: ['Mod+A'] },
  { title: 'Open the menu of the selected agent in the tree', keys: ['Shift+F10'] },
  { title: 'Kill the selected agent in the tree', keys: ['Delete'] },
  { title: 'Select the next changed file', keys: ['J'] },
  { title: 'Select the previous changed file', keys: ['K'] },
  { title: 'Go to the next part of a changed file', keys: ['N'] },
  { title: 'Go to the previous part of a changed file', keys: ['P'] },
  { title: 'Mark the focused change as reviewed', keys: ['Y'] },
  { title: 'Undo the focused change', keys: ['U'] },
  { title: 'Open the selected changed file in the editor', keys: ['Enter'] },
] as const

/** All keys that work in one part of the page. */
export const SCOPED_KEYS: readonly { readonly title: string; readonly keys: readonly KeyBinding[] }[] = [
  ...APP_COMMANDS.filter(({ scope }) => scope === 'place'),
  ...FIXED_SCOPED_KEYS,
]
