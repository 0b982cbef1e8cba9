import type * as English from '../en/map.ts'
import { plural } from './plural.ts'

/** The map of the agents over time. */
export const map: typeof English.map = {
  title: 'Karte',
  grid: 'Agenten im Verlauf der Zeit',
  earlier: 'Früher',
  later: 'Später',
  today: 'Heute',
  now: 'jetzt',
  scale: 'Maßstab',
  units: { day: 'Tag', week: 'Woche', month: 'Monat' },
  folder: 'Ordner',
  allFolders: 'Alle Ordner',
  sum: ({ agents, prompts, cost }) =>
    [
      plural(agents, { one: '1 Agent', other: `${agents} Agenten` }),
      plural(prompts, { one: '1 Prompt', other: `${prompts} Prompts` }),
      cost,
    ].join(' · '),
  hours: ({ hours }) => `${hours} h`,
  days: ({ days }) => `${days} Tage`,
  attempts: ({ count }) => plural(count, { one: '1 Versuch', other: `${count} Versuche` }),
  prompts: ({ count }) => plural(count, { one: '1 Prompt', other: `${count} Prompts` }),
  span: ({ from, to }) => `${from} bis ${to}`,
  points: {
    prompt: () => 'Prompt',
    mail: ({ names }) => `Nachricht von ${names}`,
    merge: ({ names }) => `zusammengeführt aus ${names}`,
  },
  more: ({ count }) => `und ${count} weitere`,
  nothing: 'Hier ist nichts geschehen.',
  nothingYet: 'Noch keine Agenten.',
  goTo: ({ day }) => `Zu ${day}`,
  details: {
    grewFrom: 'Abgezweigt von',
    fromAt: ({ agent, time }) => `${agent}, ${time}`,
    modelLabel: 'Modell',
    versions: 'Versionen',
    version: ({ version, versions }) => `${version} von ${versions}`,
    cost: 'Kosten',
    costBelow: ({ own, below }) => `${own}, mit Nachkommen ${below}`,
    open: 'Öffnen',
    compareWith: 'Vergleichen…',
    compare: ({ agents }) => `${agents} Agenten vergleichen`,
    alongLine: 'entlang der Linie',
    betweenLines: 'zwischen Linien',
    opens: 'öffnet',
  },
  legend: {
    conversation: 'Unterhaltung',
    subagent: 'Unteragent oder Urteil',
    alive: 'aktiv, übernommen oder gewählt',
    prompt: 'Prompt',
    race: 'Wettlauf',
    zoom: 'scrollen: breiter oder schmaler',
  },
}
