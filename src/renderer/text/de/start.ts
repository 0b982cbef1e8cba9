import type { start as English } from '../en/start.ts'
import { plural } from './plural.ts'

/** The first start, and the window without a pane. */
export const start: typeof English = {
  title: 'Mehrere Modelle gleichzeitig fragen.',
  lead: 'ikigai verwaltet einen Baum von Unterhaltungen, jede mit eigenem Modell. Es gibt drei Möglichkeiten anzufangen.',
  demo: {
    title: 'Demo ausprobieren',
    about: 'Vorbereitete Unterhaltungen in einer eigenen Datenbank. Braucht keinen Schlüssel und kein Netz.',
    start: 'Demo starten',
  },
  key: {
    title: 'API-Schlüssel hinzufügen',
    label: 'API-Schlüssel',
    placeholder: 'Schlüssel einfügen',
    provider: 'Anbieter des Schlüssels',
    noProvider: 'Anbieter…',
    chooseProvider: 'Bitte den Anbieter dieses Schlüssels auswählen.',
    save: 'Speichern',
  },
  local: {
    title: 'Lokales Modell verwenden',
    looking: 'Lokale Server werden gesucht…',
    none: 'Kein lokaler Server gefunden. Bitte Ollama, LM Studio, llama.cpp oder vLLM starten.',
    server: ({ name, models }) => `${name} · ${plural(models, { one: '1 Modell', other: `${models} Modelle` })}`,
    use: 'Verwenden',
    useServer: ({ name }) => `${name} verwenden`,
    enterAddress: 'Adresse eingeben…',
  },
  noPane: {
    title: 'Kein Bereich ist geöffnet.',
    about: 'Einen Agenten im Baum auswählen oder einen neuen erstellen.',
    titleWithoutAgents: 'Noch nichts vorhanden.',
    aboutAgents:
      'Ein Agent ist eine Unterhaltung mit eigenem Modell. Ein Fork setzt die Unterhaltung mit einem anderen Modell fort.',
    newAgent: 'Neuer Agent',
    reopen: ({ panes }) => plural(panes, { one: '1 Bereich wieder öffnen', other: `${panes} Bereiche wieder öffnen` }),
    paletteKeys: ({ keys }) => `${keys} zeigt alle Befehle.`,
  },
}
