/** Sets the text size in percent. All measures are in `rem`, so the whole page scales. */
export function applyTextSize(root: HTMLElement, percent: number): void {
  root.style.fontSize = percent === 100 ? '' : `${percent}%`
}

/** Puts installed fonts before the usual ones of tokens.css. An empty name: only the usual ones. */
export function applyFonts(root: HTMLElement, fonts: { readonly text: string; readonly code: string }): void {
  const names = { '--chosen-sans': fonts.text, '--chosen-mono': fonts.code }
  for (const [property, name] of Object.entries(names)) {
    if (name === '') root.style.removeProperty(property)
    else root.style.setProperty(property, JSON.stringify(name))
  }
}

/** How much room there is between rows and messages, as in tokens.css. */
export function applyDensity(root: HTMLElement, density: 'comfortable' | 'compact'): void {
  root.dataset['density'] = density
}

/** Applies the system's theme or a fixed one. The colours are defined in tokens.css. */
export function applyTheme(root: HTMLElement, theme: 'system' | 'light' | 'dark'): void {
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
}

/** Returns the theme that is shown: the applied one, else the system's. */
export function shownTheme(root: HTMLElement): 'light' | 'dark' {
  const applied = root.dataset['theme']
  if (applied === 'light' || applied === 'dark') return applied
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
