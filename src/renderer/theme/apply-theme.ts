/** Sets the text size in percent. All measures are in `rem`, so the whole page scales. */
export function applyTextSize(root: HTMLElement, percent: number): void {
  root.style.fontSize = percent === 100 ? '' : `${percent}%`
}

/** The name that stands for the fonts of the system, in any case. */
export const SYSTEM_FONT = 'System'

/**
 * Puts chosen fonts before the bundled ones of tokens.css: installed ones by name, or with `SYSTEM_FONT` those of the
 * system. An empty name: only the bundled ones.
 */
export function applyFonts(root: HTMLElement, fonts: { readonly text: string; readonly code: string }): void {
  const chosen = {
    '--chosen-sans': fontFamily(fonts.text, 'system-ui'),
    '--chosen-read': fontFamily(fonts.text, 'system-ui'),
    '--chosen-mono': fontFamily(fonts.code, 'ui-monospace, monospace'),
  }
  for (const [property, family] of Object.entries(chosen)) {
    if (family === null) root.style.removeProperty(property)
    else root.style.setProperty(property, family)
  }
}

/** Returns a font of a style sheet; null for an empty name. */
function fontFamily(name: string, system: string): string | null {
  if (name === '') return null
  return name.toLowerCase() === SYSTEM_FONT.toLowerCase() ? system : JSON.stringify(name)
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
