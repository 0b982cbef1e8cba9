import type { CacheMissWords } from '../../../shared/cache-miss-text.ts'

/** Why input was cold. */
export const GERMAN_MISS: CacheMissWords = {
  causes: {
    model: 'Modell oder Stufe geändert',
    tools: 'Tools geändert',
    system: 'Systemprompt geändert',
    order: 'Reihenfolge geändert',
    messages: 'Frühere Nachrichten geändert',
    settings: 'Toolwahl oder Optionen geändert',
    too_short: 'Unter der Mindestlänge',
    expired: 'Abgelaufen',
    never_written: 'Zuvor nicht geschrieben',
    provider: 'Laut Anbieter',
    unknown: 'Unbekannt',
  },
  tool: {
    added: ({ name }) => `${name} kam hinzu`,
    removed: ({ name }) => `${name} fiel weg`,
    changed: ({ name }) => `die Definition von ${name} ist anders`,
    moved: ({ name }) => `Tools ab ${name}`,
  },
  system: ({ block, line }) => (line === null ? `Teil ${block}` : `Teil ${block}, Zeile ${line}`),
  message: ({ number }) => `ab Nachricht ${number}`,
  models: ({ from, to }) => `${from}, jetzt ${to}`,
  pause: ({ minutes, kept, documented }) =>
    documented
      ? `nach ${minutes} Minuten; Einträge bleiben ${kept}`
      : `nach ${minutes} Minuten; wie lange Einträge bleiben, ist nicht dokumentiert`,
}
