import type { pane as English } from '../en/pane.ts'
import { plural } from './plural.ts'

/** The panes of agents, their headers, tabs and overview, and background commands. */
export const pane: typeof English = {
  label: ({ agent }) => `Agent ${agent}`,
  dropFiles: ({ agent }) => `Ablegen, um an ${agent} anzuhängen`,
  noModel: 'kein Modell',
  rerun: {
    label: 'Wiederholung',
    cutOff: 'Diese Wiederholung ist nicht beendet.',
    failed: 'Ein Durchgang dieser Wiederholung ist fehlgeschlagen.',
    resume: 'Wiederholung fortsetzen',
  },
  home: {
    label: 'Wo der Agent läuft',
    runsAt: ({ home }) => `Läuft bei ${home}. Ein Prompt wartet dort, bis ihn dort jemand sendet.`,
    lastHere: ({ time }) => `Von dort wurde die Datenbank zuletzt am ${time} verwendet.`,
  },
  resize: 'Größe der Bereiche ändern',
  more: ' weitere',
  morePanes: 'Weitere Bereiche',
  panes: ({ panes }) => plural(panes, { one: '1 Bereich', other: `${panes} Bereiche` }),
  closed: ({ panes }) => plural(panes, { one: '1 Bereich geschlossen.', other: `${panes} Bereiche geschlossen.` }),
  tabs: 'Bereiche',
  header: {
    outside: ({ program }) => `${program} · extern`,
    notReported: ({ program }) => `${program} meldet weder Kontext noch Kosten`,
    it: 'Das Programm',
    folder: ({ path, folder }) => `${path}\nArbeitsordner: ${folder}`,
    showAll: 'Alle Bereiche anzeigen',
    maximise: 'Bereich maximieren',
  },
  background: {
    label: 'Befehle im Hintergrund',
    caption: 'Läuft im Hintergrund',
    since: ({ time }) => `seit ${time}`,
    hide: 'Ausgabe ausblenden',
    show: 'Ausgabe anzeigen',
    restart: 'Neu starten',
    stop: 'Beenden',
    output: 'Ausgabe',
    nothing: 'Noch nichts ausgegeben',
  },
  overview: {
    title: 'Übersicht',
    filter: 'Offene Agenten filtern',
    none: 'Keine offenen Bereiche.',
    noMatch: 'Kein offener Agent passt.',
    agents: 'Offene Agenten',
    keys: 'Eingabe wechselt zum Agenten · Entf schließt seinen Bereich',
  },
  split: {
    right: 'Rechts teilen',
    down: 'Unten teilen',
    search: 'Agenten suchen',
    newAgents: 'Neu',
    fork: 'Fork dieses Agenten…',
    agents: 'Agenten',
  },
}
