/** What a command does. Its title, keys and place in the menu are in shared/app-commands.ts. */
export interface CommandBody {
  /** Returns the action, or null if the command is not available now. */
  getAction(): (() => void) | null
  /** Returns a short text after the title in the palette, such as a name; null: none. */
  getDetail?(): string | null
}
