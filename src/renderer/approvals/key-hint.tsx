import { usePreferences } from '../hooks/use-stores.ts'

/** The key of a button, while it acts. Screen readers announce it from the button's `aria-keyshortcuts`. */
export function KeyHint({ letter }: { letter: string }) {
  const isOn = usePreferences((state) => state.singleKeys)
  return isOn ? <kbd aria-hidden>{letter}</kbd> : null
}
