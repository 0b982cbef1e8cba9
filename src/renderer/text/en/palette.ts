import { plural } from './plural.ts'

/** The command palette and the list of shortcuts. */
export const palette = {
  title: 'Command palette',
  placeholder: 'Search commands and agents',
  recent: 'Recently used',
  groups: { Agents: 'Agents', Panes: 'Panes', View: 'View' },
  agents: 'Go to agent',
  moreAgents: ({ agents }: { agents: number }) =>
    plural(agents, {
      one: '1 more agent. Type more of the name.',
      other: `${agents} more agents. Type more of the name.`,
    }),
  messages: 'Messages',
  searchMessages: ({ text }: { text: string }) => `Search all messages for “${text}”`,
  command: ({ title, detail }: { title: string; detail: string }) => `${title}: ${detail}`,
  shortcuts: 'Keyboard shortcuts',
  anyPane: 'Go to pane 1…9',
}
