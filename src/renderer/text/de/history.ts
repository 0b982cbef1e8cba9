import type { history as English } from '../en/history.ts'
import { plural } from './plural.ts'

/** The conversation in a pane: what was said and done, and what streams. */
export const history: typeof English = {
  conversation: ({ agent }) => `Unterhaltung mit ${agent}`,
  loadingOlder: 'Ältere Nachrichten werden geladen…',
  loadingLater: 'Spätere Nachrichten werden geladen…',
  jump: 'Zum Neuesten',
  jumpStreaming: 'Zum Neuesten (wird geschrieben)',
  empty: {
    noModel: 'Einen Prompt schreiben oder zuerst ein Modell auswählen.',
    chooseModel: 'Modell auswählen',
    ask: ({ model }) => `${model} etwas fragen.`,
    starters: 'Vorschläge',
    several: {
      title: '3 Modellen dieselbe Frage stellen',
      prompt: 'Vergleiche … mit … . Was empfiehlst du, und warum?',
    },
    folder: {
      title: 'Diesen Ordner erklären',
      prompt:
        'Sieh diesen Ordner durch und erkläre, was er enthält, wie seine Teile zusammenhängen und wo man zu lesen anfängt.',
    },
    script: {
      title: 'Ein Skript schreiben und testen',
      prompt: 'Schreibe ein Skript, das … . Teste es mit einigen Beispielen und zeige mir die Ergebnisse.',
    },
    plan: {
      title: 'Mit Unteragenten planen',
      prompt: 'Plane die folgende Aufgabe, gib jeden Teil einem Unteragenten und füge die Ergebnisse zusammen: …',
    },
    newAgents: ({ model }) => `Neue Agenten verwenden ${model}`,
    newAgentsInstead: ({ model, ended }) => `Neue Agenten verwenden ${model}, weil ${ended} nicht mehr verfügbar ist`,
    change: 'Ändern…',
  },
  answer: {
    by: ({ model }) => `${model}: `,
    unknownModel: 'Das Modell',
    turnCost: ({ cost }) => `Runde ${cost}`,
    goOn: 'Fortsetzen',
    cutOff: 'Abgeschnitten: Das Modell hat die Grenze seiner Ausgabe erreicht.',
    withheld: 'Der Anbieter hat den Rest dieser Antwort zurückgehalten.',
    endedWithError: 'Die Antwort endete mit einem Fehler.',
    newSession: 'Eine neue Sitzung: Der Agent hat die bisherige Unterhaltung als Text erhalten.',
    sessionCopy: 'Der Agent macht in einer Kopie seiner Sitzung weiter.',
    searched: ({ query }) => `Websuche: ${query}`,
    code: 'Vom Anbieter ausgeführter Code',
    codeOutput: 'Ausgabe des Codes',
    sources: 'Quellen',
    source: 'Quelle',
  },
  interrupted: {
    cancelled: 'Diese Antwort wurde angehalten.',
    crash: 'ikigai wurde während dieser Antwort geschlossen. Der empfangene Teil ist gespeichert.',
    error: 'Die Antwort wurde unterbrochen. Der empfangene Teil ist gespeichert.',
    resume: 'Fortsetzen',
    discard: 'Verwerfen',
  },
  starting: ({ program }) => `${program} wird gestartet…`,
  retry: {
    waiting: ({ error, attempt }) => `${error}. Versuch ${attempt} in`,
    now: 'Jetzt versuchen',
  },
  nextSteps: {
    again: 'Erneut versuchen',
    keys: 'Einstellungen öffnen',
    model: 'Anderes Modell wählen',
    compress: 'Komprimieren',
    rewind: 'Zu einer Marke zurückspulen…',
    fork: 'Von einer Marke abzweigen…',
    restart: 'Neu starten',
    otherModel: 'Mit einem anderen Modell fortsetzen…',
  },
  events: {
    systemPrompt: 'System-Prompt',
    mailFrom: 'Nachricht von',
    tool: 'Tool',
    summary: ({ messages }) => `Zusammenfassung von ${messages} Nachrichten`,
    forkedInto: 'Fork erstellt:',
    forkedFrom: 'abgezweigt von',
    killed: 'beendet',
    killedByAgent: 'von einem Agenten beendet',
    redacted: ({ events }) =>
      plural(events, { one: 'eine Nachricht geschwärzt', other: `${events} Nachrichten geschwärzt` }),
    allRedacted: 'alle Nachrichten geschwärzt',
    notPreferred: 'nicht mehr bevorzugt',
    preferred: 'bevorzugt',
    preferredTo: ({ models }) => `bevorzugt gegenüber ${models}`,
    modelInstead: ({ model, ended }) => `${model}, weil ${ended} nicht mehr verfügbar ist`,
    noInstructions: ({ path }) => `Nicht mehr gültig: ${path}`,
    instructions: ({ facts }) => `Anweisungen: ${facts}`,
  },
  edits: {
    cleared: 'Kontext geleert',
    compressed: 'Komprimiert',
    rewound: 'Zurückgespult',
    rewoundTo: ({ mark }) => `Zu ${mark} zurückgespult`,
    undone: 'Rückgängig gemacht',
    removed: ({ edit, events, shown }) =>
      `${edit} · ${plural(events, { one: `${shown} Ereignis`, other: `${shown} Ereignisse` })} aus dem Kontext entfernt, weiterhin im Protokoll`,
    restore: ({ files }) =>
      plural(files, { one: `${files} Datei wiederherstellen`, other: `${files} Dateien wiederherstellen` }),
  },
  changes: {
    turn: 'Änderungen in dieser Runde',
    review: 'Prüfen',
    undoTurn: 'Runde rückgängig machen',
    undoCall: 'Diese Änderung rückgängig machen',
    causes: {
      undo: ({ figures }) => `Änderungen rückgängig gemacht: ${figures}`,
      restore: ({ figures }) => `Dateien wiederhergestellt: ${figures}`,
      apply: ({ figures }) => `Änderungen angewendet: ${figures}`,
      outside: ({ figures }) => `Außerhalb geändert: ${figures}`,
    },
  },
  merge: {
    label: ({ answers }) => `Aus ${answers} Antworten zusammengeführt`,
    from: 'Zusammengeführt aus',
    by: 'von',
    unknownModel: 'einem Modell',
    undo: 'Zusammenführung rückgängig machen',
  },
  race: {
    output: 'Ausgabe des Testbefehls',
    begun: ({ attempts, test }) =>
      `Wettlauf mit ${plural(attempts, { one: '1 Versuch', other: `${attempts} Versuchen` })} · ${test}`,
    nonePassed: 'Wettlauf beendet · keiner hat bestanden',
    winner: 'Wettlauf beendet · Sieger',
    started: 'gestartet',
    tested: ({ run, figures }) => `getestet · ${run} · ${figures}`,
    ended: ({ reason }) => `beendet · ${reason}`,
    adopted: 'übernommen',
  },
  rerun: {
    begun: 'noch einmal ausgeführt ab',
    diverged: {
      other_call: 'weicht von der Aufzeichnung ab · anderer Aufruf',
      extra_call: 'weicht von der Aufzeichnung ab · ein Aufruf mehr',
      missing_call: 'weicht von der Aufzeichnung ab · ein aufgezeichneter Aufruf fehlt',
      no_result: 'weicht von der Aufzeichnung ab · kein aufgezeichnetes Ergebnis',
    },
    decided: {
      nearest: 'ähnlichstes aufgezeichnetes Ergebnis verwendet',
      run: 'ab hier werden Aufrufe ausgeführt',
      end: 'hier beendet',
    },
    ended: {
      completed: 'Wiederholung beendet',
      difference: 'Wiederholung bei einer Abweichung beendet',
      stopped: 'Wiederholung angehalten',
      failed: 'Wiederholung fehlgeschlagen',
    },
  },
  evaluation: {
    begun: ({ name, file }) => `Auswertung ${name} · ${file}`,
    run: ({ tasks, repeat, models }) =>
      `Lauf · ${plural(tasks, { one: '1 Aufgabe', other: `${tasks} Aufgaben` })} × ${repeat} · ${models}`,
    failed: ({ reason }) => `fehlgeschlagen · ${reason}`,
    passed: 'bestanden',
    notPassed: 'nicht bestanden',
  },
}
