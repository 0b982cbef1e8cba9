/** Lets the page follow the system's choice, or holds it to one. The colours are those of tokens.css. */
export function applyTheme(root: HTMLElement, theme: 'system' | 'light' | 'dark'): void {
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
}
