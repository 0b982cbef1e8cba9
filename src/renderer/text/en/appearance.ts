/** Settings › Appearance. */
export const appearance = {
  language: 'Language',
  // Each language is named in that language, so that its readers find it.
  languages: { system: 'Match system', en: 'English', de: 'Deutsch (teilweise)' },
  theme: 'Theme',
  themes: { system: 'Match system', light: 'Light', dark: 'Dark' },
  textSize: 'Text size',
  density: 'Density',
  densities: { comfortable: 'Comfortable', compact: 'Compact' },
  textFont: 'Text font',
  codeFont: 'Code font',
  systemFont: 'System font',
  fontHint: 'The name of an installed font. Without one, the font of the system is used.',
  code: 'Code',
  wrapLines: 'Wrap long lines',
  lineNumbers: 'Line numbers',
  longPastes: 'Long pastes',
  longPasteChoices: { attach: 'Attach', text: 'Insert as text' },
  maxPanes: 'Maximum number of panes side by side',
  automaticPanes: 'As many as fit',
  notify: 'Notify me when an agent finishes, fails or needs approval while this window is in the background',
  notificationsBlocked:
    'The browser blocks notifications for this page. Allow them in the site settings next to the address.',
}
