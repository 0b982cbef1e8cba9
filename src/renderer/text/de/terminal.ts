import type { terminal as English } from '../en/terminal.ts'

/** The terminal below a conversation. */
export const terminal: typeof English = {
  title: 'Terminal',
  close: 'Terminal schließen',
  toPrompt: 'zum Prompt',
  notLoaded: 'Das Terminal konnte nicht geladen werden. Schließen und erneut öffnen.',
  tryAgain: 'Erneut versuchen',
}
