/** What a command does. Its title, keys and place in the menu are in shared/app-commands.ts. */
export interface CommandBody {
  /** Returns the action, or null if the command is not available now. */
  getAction(): (() => void) | null
  /** Whether the action moves the focus to what it opens; missing: the palette gives it back to the prompt. */
  readonly takesFocus?: boolean
  /** Returns a short text after the title in the palette, such as a name; null: none. */
  getDetail?(): string | null
}
