/** The terminal below a conversation. */
export const terminal = {
  title: 'Terminal',
  close: 'Close terminal',
  toPrompt: 'to the prompt',
  notLoaded: 'The terminal could not be loaded. Close it and open it again.',
  tryAgain: 'Try again',
}
