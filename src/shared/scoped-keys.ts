import type { KeyBinding } from './app-command-row.ts'
import { APP_COMMANDS, type AppCommandId } from './app-commands.ts'

/** Keys that work in one part of the page and belong to no command. They cannot be changed. */
const FIXED_SCOPED_KEYS = [
  { id: 'prompt.send', title: 'Send the prompt', keys: ['Enter'] },
  { id: 'prompt.newLine', title: 'Insert a line break in the prompt', keys: ['Shift+Enter'] },
  { id: 'prompt.recall', title: 'Recall an earlier prompt', keys: ['ArrowUp'] },
  { id: 'prompt.complete', title: 'Complete a command or a file', keys: ['Tab'] },
  { id: 'prompt.files', title: 'Go to the attachments from the start of the prompt', keys: ['ArrowLeft'] },
  { id: 'prompt.pasteText', title: 'Paste a long text without attaching it', keys: ['Mod+Shift+V'] },
  { id: 'stream.next', title: 'Go to the next message', keys: ['Alt+PageDown'] },
  { id: 'stream.previous', title: 'Go to the previous message', keys: ['Alt+PageUp'] },
  { id: 'message.next', title: 'Go to the message after the focused one', keys: ['J'] },
  { id: 'message.previous', title: 'Go to the message before the focused one', keys: ['K'] },
  { id: 'stream.first', title: 'Go to the first message', keys: ['Home'] },
  { id: 'stream.last', title: 'Go to the newest message', keys: ['End'] },
  { id: 'message.edit', title: 'Edit the focused prompt', keys: ['E'] },
  { id: 'message.retry', title: 'Try the focused answer again', keys: ['R'] },
  { id: 'message.retryWith', title: 'Try the focused answer again with other models', keys: ['Shift+R'] },
  { id: 'message.previousVersion', title: 'Show the previous version of the focused message', keys: ['ArrowLeft'] },
  { id: 'message.nextVersion', title: 'Show the next version of the focused message', keys: ['ArrowRight'] },
  { id: 'message.fork', title: 'Fork from the focused message', keys: ['F'] },
  { id: 'message.forkBefore', title: 'Fork before the focused message', keys: ['Shift+F'] },
  { id: 'message.copy', title: 'Copy the focused message', keys: ['C'] },
  { id: 'tree.rename', title: 'Rename the selected agent in the tree', keys: ['F2'] },
  { id: 'tree.open', title: 'Open the selected agent in a new pane', keys: ['Mod+Enter'] },
  { id: 'tree.select', title: 'Select or deselect an agent in the tree', keys: ['Space'] },
  { id: 'tree.extend', title: 'Extend the selection in the tree', keys: ['Shift+ArrowDown'] },
  { id: 'tree.selectAll', title: 'Select all agents that the tree shows', keys: ['Mod+A'] },
  { id: 'tree.menu', title: 'Open the menu of the selected agent in the tree', keys: ['Shift+F10'] },
  { id: 'tree.kill', title: 'Kill the selected agent in the tree', keys: ['Delete'] },
  { id: 'changes.nextFile', title: 'Select the next changed file', keys: ['J'] },
  { id: 'changes.previousFile', title: 'Select the previous changed file', keys: ['K'] },
  { id: 'changes.nextPart', title: 'Go to the next part of a changed file', keys: ['N'] },
  { id: 'changes.previousPart', title: 'Go to the previous part of a changed file', keys: ['P'] },
  { id: 'changes.keep', title: 'Mark the focused change as reviewed', keys: ['Y'] },
  { id: 'changes.undo', title: 'Undo the focused change', keys: ['U'] },
  { id: 'changes.open', title: 'Open the selected changed file in the editor', keys: ['Enter'] },
  { id: 'approval.allow', title: 'Allow the focused call once', keys: ['A'] },
  { id: 'approval.deny', title: 'Deny the focused call', keys: ['D'] },
  { id: 'changes.reviewed', title: 'Mark the selected changed file as reviewed', keys: ['R'] },
  { id: 'changes.comment', title: 'Comment on the focused change', keys: ['C'] },
  { id: 'changes.send', title: 'Send the comments on changes', keys: ['Mod+Enter'] },
  { id: 'changes.layout', title: 'Show changes in one column or two', keys: ['S'] },
  { id: 'changes.wrap', title: 'Wrap long lines of changes', keys: ['W'] },
  { id: 'compare.next', title: 'Go to the next compared answer', keys: ['ArrowRight'] },
  { id: 'compare.previous', title: 'Go to the previous compared answer', keys: ['ArrowLeft'] },
  { id: 'compare.prefer', title: 'Prefer the focused answer', keys: ['P'] },
  { id: 'compare.adoptFocused', title: 'Adopt the focused answer', keys: ['Shift+A'] },
  { id: 'compare.mergeAll', title: 'Merge the compared answers', keys: ['M'] },
  { id: 'compare.judgeAll', title: 'Judge the compared answers', keys: ['G'] },
  { id: 'compare.names', title: 'Hide or show the names of a comparison', keys: ['B'] },
  { id: 'compare.differences', title: 'Show the differences of compared answers', keys: ['D'] },
  { id: 'compare.changes', title: 'Show the changes of compared agents', keys: ['C'] },
  { id: 'map.nextPrompt', title: 'Go to the next prompt on the map, then to the fork', keys: ['ArrowRight'] },
  { id: 'map.previousPrompt', title: 'Go to the previous prompt on the map', keys: ['ArrowLeft'] },
  { id: 'map.now', title: 'Go to now on the map', keys: ['T'] },
  { id: 'map.closer', title: 'Make the hours of the map wider', keys: ['='] },
  { id: 'map.further', title: 'Make the hours of the map narrower', keys: ['-'] },
  { id: 'map.select', title: 'Tick an agent of the map for comparing', keys: ['Space'] },
  { id: 'race.open', title: 'Open the focused attempt', keys: ['Enter'] },
  { id: 'race.select', title: 'Tick the focused attempt for comparing', keys: ['Space'] },
  { id: 'race.adopt', title: 'Adopt the focused attempt', keys: ['A'] },
] as const

export type ScopedKeyId = (typeof FIXED_SCOPED_KEYS)[number]['id']

interface ScopedKey {
  readonly id: AppCommandId | ScopedKeyId
  readonly title: string
  readonly keys: readonly KeyBinding[]
}

/** All keys that work in one part of the page. */
export const SCOPED_KEYS: readonly ScopedKey[] = [
  ...APP_COMMANDS.filter(({ scope }) => scope === 'place'),
  ...FIXED_SCOPED_KEYS,
]
