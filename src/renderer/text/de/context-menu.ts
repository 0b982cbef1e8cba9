import type { contextMenu as English } from '../en/context-menu.ts'

/** The context menu of the desktop app. */
export const contextMenu: typeof English = {
  cut: 'Ausschneiden',
  copy: 'Kopieren',
  paste: 'Einfügen',
  selectAll: 'Alles auswählen',
  openLink: 'Link öffnen',
  copyLink: 'Link kopieren',
  copyImage: 'Bild kopieren',
  saveImage: 'Bild speichern …',
  noSuggestions: 'Keine Vorschläge',
  learnWord: 'Zum Wörterbuch hinzufügen',
  checkSpelling: 'Rechtschreibung prüfen',
  downloadDictionaries: 'Rechtschreibung prüfen (lädt Wörterbücher von Google, ab dem nächsten Start)',
}
