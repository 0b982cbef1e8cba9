const SIZES = { small: '87.5%', normal: '', large: '112.5%', larger: '125%' } as const

/** Everything is measured in `rem`: one size moves all of it. */
export function applyFontSize(root: HTMLElement, size: keyof typeof SIZES): void {
  root.style.fontSize = SIZES[size]
}

/** Lets the page follow the system's choice, or holds it to one. The colours are those of tokens.css. */
export function applyTheme(root: HTMLElement, theme: 'system' | 'light' | 'dark'): void {
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
}
