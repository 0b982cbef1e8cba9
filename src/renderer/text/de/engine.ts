import type { ErrorCategory } from '../../../shared/app-error.ts'
import type { EngineSentenceName } from '../../../shared/engine-sentences.ts'

/** Sentences of the engine about its parts. */
export const engineSentences: Readonly<Record<EngineSentenceName, string>> = {
  embedded: 'eingebaut',
  keychain: 'Schlüsselbund des Systems',
  keychainUnused: 'Schlüsselbund des Systems, noch nicht benutzt',
  noKeychain: 'Hier gibt es keinen Schlüsselbund',
  keychainOff: 'Der Schlüsselbund ist ausgeschaltet',
  keychainLocked: 'Der Schlüsselbund ist gesperrt',
  keychainTimeout: 'Der Schlüsselbund hat nicht geantwortet',
  keychainFailed: 'Der Schlüsselbund hat versagt',
  noBubblewrap: 'Es gibt keine Sandbox: bubblewrap ist nicht installiert.',
  noSandbox: 'Für dieses Betriebssystem gibt es keine Sandbox.',
  sandboxOff: 'Die Sandbox ist ausgeschaltet.',
  newDatabase: 'eingebaut, wird beim ersten Start angelegt',
}

interface ErrorText {
  readonly title: string
  /** Empty where the English one is. */
  readonly advice: string
}

const LATER = 'Gleich noch einmal versuchen oder mit einem anderen Modell fortsetzen.'

/** What happened, and what to do about it. */
export const errorTexts: Readonly<Record<ErrorCategory, ErrorText>> = {
  AUTH: {
    title: 'Der Schlüssel wurde nicht angenommen',
    advice: 'Den Schlüssel in den Einstellungen prüfen, dann erneut versuchen.',
  },
  RATE_LIMIT: {
    title: 'Zu viele Anfragen',
    advice: 'Kurz warten und erneut versuchen oder mit einem anderen Modell fortsetzen.',
  },
  INVALID_REQUEST: {
    title: 'Der Anbieter hat die Anfrage abgelehnt',
    advice:
      'Die letzten Ergebnisse weglassen oder ein anderes Modell versuchen. Geschieht es wieder, mit der ID der Anfrage melden.',
  },
  CONTEXT_LENGTH: {
    title: 'Die Unterhaltung ist zu lang für dieses Modell',
    advice: 'Komprimieren, zu einer Marke zurückspulen oder ein Modell mit größerem Kontext auswählen.',
  },
  FILES: { title: 'Zu viele oder zu große Dateien', advice: '' },
  CONTENT_FILTER: {
    title: 'Der Anbieter hat die Antwort zurückgehalten',
    advice: 'Den Prompt anders formulieren oder ein anderes Modell fragen.',
  },
  INCOMPLETE: {
    title: 'Keine vollständige Antwort',
    advice: 'Erneut versuchen oder mit einem anderen Modell fortsetzen.',
  },
  TOOL_ROUNDS: { title: 'Nach vielen Tool-Runden angehalten', advice: '' },
  TOOL_LOOP: { title: 'Das Modell wiederholt sich', advice: '' },
  BILLING: {
    title: 'Das Guthaben des Kontos ist aufgebraucht',
    advice: 'Guthaben und Grenzen in der Konsole des Anbieters prüfen.',
  },
  NOT_FOUND: { title: 'Unbekanntes Modell', advice: 'Im Feld des Prompts ein anderes Modell auswählen.' },
  SERVER: { title: 'Fehler beim Anbieter', advice: LATER },
  OVERLOADED: { title: 'Der Anbieter ist überlastet', advice: LATER },
  LOADING: {
    title: 'Das Modell wird geladen',
    advice: 'Warten, bis der Server bereit ist, dann erneut versuchen.',
  },
  TIMEOUT: { title: 'Keine Antwort', advice: 'Das Netz prüfen, dann erneut versuchen.' },
  UNKNOWN: {
    title: 'Die Anfrage ist fehlgeschlagen',
    advice: 'Erneut versuchen oder mit einem anderen Modell fortsetzen.',
  },
  STORAGE: {
    title: 'Speichern nicht möglich',
    advice: 'Nichts wurde gesendet. Der Zustand der Datenbank steht unter dem Agentenbaum.',
  },
  CONFLICT: { title: 'Dateien wurden seitdem geändert', advice: '' },
  REFUSED: { title: 'Nicht verfügbar', advice: '' },
}
