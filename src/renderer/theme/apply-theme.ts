const SIZES = { small: '87.5%', normal: '', large: '112.5%', larger: '125%' } as const

/** Sets the font size. All measures are in `rem`, so the whole page scales. */
export function applyFontSize(root: HTMLElement, size: keyof typeof SIZES): void {
  root.style.fontSize = SIZES[size]
}

/** Applies the system's theme or a fixed one. The colours are defined in tokens.css. */
export function applyTheme(root: HTMLElement, theme: 'system' | 'light' | 'dark'): void {
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
}
