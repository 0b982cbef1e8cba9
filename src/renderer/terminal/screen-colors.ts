import type { ITheme } from '@xterm/xterm'

/** The theme's colour for each of the terminal's. Text that would be too faint is made readable by the terminal. */
const NAMES = {
  background: '--surface',
  foreground: '--ink',
  cursor: '--sap',
  cursorAccent: '--surface',
  selectionBackground: '--found',
  black: '--ink',
  red: '--fault-ink',
  green: '--code-string',
  yellow: '--call-ink',
  blue: '--sap-ink',
  magenta: '--code-keyword',
  cyan: '--code-function',
  white: '--muted',
  brightBlack: '--muted',
  brightRed: '--fault',
  brightGreen: '--sap',
  brightYellow: '--call',
  brightBlue: '--sap',
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
