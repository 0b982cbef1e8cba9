import type { providerKeys as English } from '../en/provider-keys.ts'
import { plural } from './plural.ts'

/** Settings › Keys. */
export const providerKeys: typeof English = {
  loading: 'Schlüssel werden geladen…',
  places: {
    keychain: 'Wird im Schlüsselbund des Systems gespeichert.',
    file: ({ reason }) => `${reason}: wird in credentials.json gespeichert, nur für den eigenen Benutzer lesbar.`,
    noKeychain: 'Kein Schlüsselbund',
  },
  test: 'Testen',
  testFor: ({ provider }) => `Schlüssel für ${provider} testen`,
  removeFor: ({ provider }) => `Schlüssel für ${provider} entfernen`,
  add: 'Schlüssel hinzufügen',
  addFor: ({ provider }) => `Schlüssel für ${provider} hinzufügen`,
  replace: 'Ersetzen',
  replaceFor: ({ provider }) => `Schlüssel für ${provider} ersetzen`,
  keyFor: ({ provider }) => `Schlüssel für ${provider}`,
  placeholder: ({ variable }) => `Schlüssel, wie in ${variable}`,
  saveFor: ({ provider }) => `Für ${provider} speichern`,
  looksLike: ({ provider }) => `Das sieht nach einem Schlüssel von ${provider} aus.`,
  getAt: 'Schlüssel erhältlich unter',
  states: {
    notNeeded: 'braucht keinen Schlüssel',
    missing: 'nicht gesetzt',
    set: 'gesetzt',
    endsIn: ({ end }) => `endet auf …${end}`,
    from: ({ source }) => `aus ${source}`,
    fromKeychain: 'aus dem Schlüsselbund',
  },
  testing: 'Schlüssel wird getestet…',
  works: ({ models }) => `Funktioniert · ${plural(models, { one: '1 Modell', other: `${models} Modelle` })}`,
  refused: ({ provider, reason }) => `Von ${provider} abgelehnt: ${reason}`,
  refusedWithStatus: ({ provider, status, reason }) => `Von ${provider} abgelehnt (${status}): ${reason}`,
  notTested: ({ reason }) => `Gespeichert, nicht getestet: ${reason}`,
}
