/** The command palette and the list of shortcuts. */
export const palette = {
  title: 'Command palette',
  placeholder: 'Search commands and agents',
  recent: 'Recently used',
  groups: { Agents: 'Agents', Panes: 'Panes', View: 'View' },
  agents: 'Go to agent',
  command: ({ title, detail }: { title: string; detail: string }) => `${title}: ${detail}`,
  shortcuts: 'Keyboard shortcuts',
  anyPane: 'Go to pane 1…9',
}
