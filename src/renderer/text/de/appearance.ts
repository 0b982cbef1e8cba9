import type { appearance as English } from '../en/appearance.ts'

/** Settings › Appearance. */
export const appearance: typeof English = {
  language: 'Sprache',
  languages: { system: 'Wie im System', en: 'English', de: 'Deutsch (teilweise)' },
  theme: 'Design',
  themes: { system: 'Wie im System', light: 'Hell', dark: 'Dunkel' },
  textSize: 'Schriftgröße',
  density: 'Dichte',
  densities: { comfortable: 'Komfortabel', compact: 'Kompakt' },
  textFont: 'Schriftart für Text',
  codeFont: 'Schriftart für Code',
  systemFont: 'Systemschriftart',
  fontHint: 'Name einer installierten Schriftart. Ohne Angabe wird die Schriftart des Systems verwendet.',
  code: 'Code',
  wrapLines: 'Lange Zeilen umbrechen',
  lineNumbers: 'Zeilennummern',
  longPastes: 'Lange eingefügte Texte',
  longPasteChoices: { attach: 'Anhängen', text: 'Als Text einfügen' },
  maxPanes: 'Höchstzahl der Bereiche nebeneinander',
  automaticPanes: 'So viele wie hineinpassen',
}
