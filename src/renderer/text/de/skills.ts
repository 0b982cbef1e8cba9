import type { skills as English } from '../en/skills.ts'

/** Settings › Skills. */
export const skills: typeof English = {
  loading: 'Skills werden geladen…',
  none: 'Keine Skills. Einen Ordner mit einer SKILL.md in .agents/skills des Projekts oder des Benutzerordners legen.',
  list: 'Skills',
  plugin: ({ name }) => `${name} (Plugin)`,
  notUsed: ({ reason }) => `Nicht verwendet: ${reason}`,
  show: 'Anzeigen',
  showSkill: ({ name }) => `${name} anzeigen`,
  use: ({ name }) => `${name} verwenden`,
}
