import type { palette as English } from '../en/palette.ts'
import { plural } from './plural.ts'

/** The command palette and the list of shortcuts. */
export const palette: typeof English = {
  title: 'Befehlspalette',
  placeholder: 'Befehle und Agenten suchen',
  recent: 'Zuletzt verwendet',
  groups: { Agents: 'Agenten', Panes: 'Bereiche', View: 'Ansicht' },
  agents: 'Zu Agent wechseln',
  moreAgents: ({ agents }) =>
    plural(agents, {
      one: '1 weiterer Agent. Mehr vom Namen eingeben.',
      other: `${agents} weitere Agenten. Mehr vom Namen eingeben.`,
    }),
  messages: 'Nachrichten',
  searchMessages: ({ text }) => `Alle Nachrichten nach „${text}“ durchsuchen`,
  command: ({ title, detail }) => `${title}: ${detail}`,
  shortcuts: 'Tastenkürzel',
  anyPane: 'Zu Bereich 1…9 wechseln',
}
