import type { palette as English } from '../en/palette.ts'

/** The command palette and the list of shortcuts. */
export const palette: typeof English = {
  title: 'Befehlspalette',
  placeholder: 'Befehle und Agenten suchen',
  recent: 'Zuletzt verwendet',
  groups: { Agents: 'Agenten', Panes: 'Bereiche', View: 'Ansicht' },
  agents: 'Zu Agent wechseln',
  command: ({ title, detail }) => `${title}: ${detail}`,
  shortcuts: 'Tastenkürzel',
  anyPane: 'Zu Bereich 1…9 wechseln',
}
