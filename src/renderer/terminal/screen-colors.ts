import type { ITheme } from '@xterm/xterm'

/** The theme's colour for each of the terminal's. Text that would be too faint is made readable by the terminal. */
const NAMES = {
  background: '--surface',
  foreground: '--ink',
  cursor: '--accent',
  cursorAccent: '--surface',
  selectionBackground: '--found',
  black: '--ink',
  red: '--danger-ink',
  green: '--code-string',
  yellow: '--warning-ink',
  blue: '--accent-ink',
  magenta: '--code-keyword',
  cyan: '--code-function',
  white: '--ink-muted',
  brightBlack: '--ink-muted',
  brightRed: '--danger',
  brightGreen: '--success',
  brightYellow: '--warning',
  brightBlue: '--accent',
  brightMagenta: '--code-keyword',
  brightCyan: '--code-function',
  brightWhite: '--ink',
} as const satisfies Partial<Record<keyof ITheme, string>>

/** Returns the colours as they are in the theme of the page, which the terminal cannot look up itself. */
export function screenColors(element: HTMLElement): ITheme {
  const probe = element.appendChild(document.createElement('i'))
  const colors: Record<string, string> = {}
  for (const [name, token] of Object.entries(NAMES)) {
    probe.style.color = `var(${token})`
    colors[name] = getComputedStyle(probe).color
  }
  probe.remove()
  return colors
}
