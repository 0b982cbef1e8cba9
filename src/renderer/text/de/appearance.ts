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
  notify:
    'Benachrichtigen, wenn ein Agent fertig ist, fehlschlägt oder eine Genehmigung braucht, während dieses Fenster im Hintergrund ist',
  notificationsBlocked:
    'Der Browser blockiert Mitteilungen für diese Seite. Sie lassen sich in den Website-Einstellungen neben der Adresse erlauben.',
}
