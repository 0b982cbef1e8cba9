/** Settings › Shortcuts. */
export const shortcuts = {
  search: 'Search commands',
  commands: 'Commands',
  pressKeys: 'Press keys…',
  pressKeysFor: ({ command }: { command: string }) => `Press keys for ${command}`,
  change: 'Change',
  changeFor: ({ command }: { command: string }) => `Change keys for ${command}`,
  reset: 'Reset',
  resetFor: ({ command }: { command: string }) => `Reset keys for ${command}`,
  replace: 'Replace',
  replaceKey: ({ conflict }: { conflict: string }) => `Replace: ${conflict}`,
  conflict: ({ commands }: { commands: string }) => `Used by ${commands}. Replace?`,
  quoted: ({ command }: { command: string }) => `“${command}”`,
}
