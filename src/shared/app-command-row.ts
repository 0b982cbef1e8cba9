/** Keys as in `Mod+Shift+N`. `Mod` is Cmd on macOS and Ctrl elsewhere; `Escape Escape` is pressed twice. */
export type KeyBinding = string

/** Returns the keys in a browser tab: `mac` on macOS, `other` elsewhere. */
export const inTab = (mac: KeyBinding, other: KeyBinding) => ({ mac: [mac], other: [other] }) as const

/** A row of the table in `app-commands.ts`. */
export interface AppCommandRow {
  readonly id: string
  /** The heading in the palette. */
  readonly group: 'Agents' | 'Panes' | 'View'
  /** The text in the palette, on the shortcut page and in the menu. */
  readonly title: string
  /** Default keys; the menu shows the first. */
  readonly keys: readonly KeyBinding[]
  /** Default keys on macOS, where Option and an arrow move the cursor by words; missing: `keys`. */
  readonly macKeys?: readonly KeyBinding[]
  /** Default keys in a browser tab, if the browser keeps `keys` for itself; missing: as outside of one. */
  readonly tabKeys?: { readonly mac: readonly KeyBinding[]; readonly other: readonly KeyBinding[] }
  /**
   * Where the default keys work. `window` (if missing): everywhere; the menu registers them too. `page`: everywhere in
   * the page; the menu only shows them, because they also have a meaning in a text field. `place`: in one part of the
   * page, which handles them; the menu only shows them.
   */
  readonly scope?: 'page' | 'place'
  /** `path`: the menu and its submenu. Sections are divided by separators. `title`: a shorter text inside a submenu. */
  readonly menu: {
    readonly path: readonly [menu: string, submenu?: string]
    readonly section: number
    readonly title?: string
  }
}
